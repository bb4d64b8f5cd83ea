-- Failures are counted by whoever makes them: a phone or browser that was in before by itself, strangers
-- together by the account they try, and by the network they come from.
alter table sign_in_failures add column account text;

update sign_in_failures set account = key where key like 'staff:%' or key like 'observer:%';

create index sign_in_failures_account on sign_in_failures (account) where account is not null;

-- What is long past tells nothing any more, and goes.
create index sign_in_failures_last_at on sign_in_failures (last_at);

-- The phones that were let in before, each as a digest of its own mark and of the account it was let
-- into: neither can be read from it. (A browser brings proof of its own, which is not kept here.)
create table known_devices (
  mark    text primary key,
  seen_at timestamptz(3) not null
);

-- How often somebody was refused in a quarter of an hour that is not over, by account or, where there
-- is no such account, by network; then it is one line of history.
create table refused_tries (
  began_at    timestamptz(3) not null,
  name        text not null,
  election_id integer references elections,
  tries       integer not null,
  primary key (began_at, name)
);

select pgboss.create_queue('session.tell-refused', '{}');
