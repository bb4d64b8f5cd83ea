-- How this installation was set up. A process with another secret must not start: no token and no PIN would match.
create table installation (
  is_only              boolean primary key default true check (is_only),
  secret_fingerprint   text not null,
  -- Staff who have signed in since then need a second factor. Null: second factors are optional.
  factors_wanted_since timestamptz(3)
);
