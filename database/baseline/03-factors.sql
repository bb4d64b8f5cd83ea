-- The secret shared with an authenticator app, encrypted with a key that is not in the database.
create table authenticators (
  staff_id  integer primary key,
  secret    bytea not null,
  since     timestamptz(3) not null,
  -- The half minute of the last accepted code: that code and earlier ones are refused.
  last_step integer not null
);

-- Codes for people who lose the phone with their app, as keyed digests. A code is deleted when it is used.
create table recovery_codes (
  staff_id integer not null references authenticators on delete cascade,
  digest   text not null,
  primary key (staff_id, digest)
);

create table passkeys (
  id            integer generated always as identity primary key,
  staff_id      integer not null,
  name          text not null check (name <> ''),
  credential_id text not null,
  public_key    bytea not null,
  -- A counter that falls behind shows that the key was copied.
  counter       bigint not null,
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3),
  constraint passkeys_belong_to_one unique (credential_id)
);

create index passkeys_of_staff on passkeys (staff_id);

-- Challenges that a passkey has answered. A challenge is signed and not stored when it is issued, so that strangers
-- cannot fill a table. Its answer counts once; the row is deleted when the challenge has expired.
create table spent_challenges (
  challenge  text primary key,
  expires_at timestamptz(3) not null
);
