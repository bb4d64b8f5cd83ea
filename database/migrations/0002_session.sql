-- Organisations that observe. The organiser's administrators see every organisation's observers.
create table ngos (
  id           integer generated always as identity primary key,
  name         text not null check (name <> ''),
  short_name   text not null check (short_name <> ''),
  is_organiser boolean not null default false,
  is_active    boolean not null default true
);

create table staff (
  id            integer generated always as identity primary key,
  ngo_id        integer not null references ngos,
  account       text not null check (account <> ''),
  -- argon2id, in its own encoding.
  password_hash text not null,
  role          text not null check (role in ('organiser', 'ngo-administrator')),
  created_at    timestamptz(3) not null default now()
);

-- Nobody remembers how they capitalised their account.
create unique index staff_account_is_taken on staff (lower(account));

-- Failed sign-ins, counted by the account as typed (whether or not there is such an account) and
-- by address. A row goes when its owner gets in.
create table sign_in_failures (
  key          text primary key,
  failures     integer not null,
  last_at      timestamptz(3) not null,
  locked_until timestamptz(3)
);

-- What this database was set up with. A process that brings another secret must not start: its
-- tokens and pins would fit nobody.
create table installation (
  is_only            boolean primary key default true check (is_only),
  secret_fingerprint text not null
);
