-- What proves who somebody is beside their password. All of it goes with the account.

-- The secret that an authenticator app shares with us, encrypted with a key that is not in here.
create table authenticators (
  staff_id  integer primary key references staff on delete cascade,
  secret    bytea not null,
  since     timestamptz(3) not null,
  -- The half minute whose code was used last: neither it nor an earlier one counts again.
  last_step integer not null
);

-- For whoever loses the phone with the app. A code goes when it is used; digests, keyed.
create table recovery_codes (
  staff_id integer not null references authenticators on delete cascade,
  digest   text not null,
  primary key (staff_id, digest)
);

create table passkeys (
  id            integer generated always as identity primary key,
  staff_id      integer not null references staff on delete cascade,
  name          text not null check (name <> ''),
  credential_id text not null,
  public_key    bytea not null,
  -- A key that counts and falls behind was copied.
  counter       bigint not null,
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3),
  constraint passkeys_belong_to_one unique (credential_id)
);

create index passkeys_of_staff on passkeys (staff_id);

-- Questions that a passkey has answered. Who asks gets a signed question, which is not kept: strangers
-- must not fill a table. An answer counts once; its row goes when the question has expired.
create table spent_challenges (
  challenge  text primary key,
  expires_at timestamptz(3) not null
);

-- The owner of an account is told by mail what was done to its security.
select pgboss.create_queue('factors.give-up', '{}');
select pgboss.create_queue('factors.letter', '{"deadLetter": "factors.give-up"}');
