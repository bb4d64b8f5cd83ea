create table observers (
  election_id          integer not null references elections,
  id                   integer generated always as identity,
  ngo_id               integer not null references ngos,
  name                 text not null check (name <> ''),
  -- As typed, for people; its digits, for signing in and for finding.
  phone                text not null,
  phone_digits         text not null check (phone_digits ~ '^[0-9]+$'),
  -- Keyed with a secret that is not in the database: four digits are no secret once a table leaks.
  pin_hash             text not null,
  -- Test observers' reports are kept and left out of every count.
  is_test              boolean not null default false,
  device_registered_at timestamptz(3),
  created_at           timestamptz(3) not null default now(),
  -- Deleting hides and can be undone; what they sent stays.
  deleted_at           timestamptz(3),
  primary key (election_id, id)
);

create unique index observers_phone_is_taken on observers (election_id, phone_digits)
  where deleted_at is null;

-- One push registration per observer and channel; the last one wins.
create table devices (
  election_id   integer not null,
  observer_id   integer not null,
  channel       text not null,
  token         text not null,
  registered_at timestamptz(3) not null,
  primary key (election_id, observer_id, channel),
  foreign key (election_id, observer_id) references observers (election_id, id)
);

-- Who is signed in. A token names its row, so that signing out, a new password or a deletion ends
-- it at once.
create table sessions (
  id          uuid primary key,
  staff_id    integer references staff,
  election_id integer,
  observer_id integer,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  revoked_at  timestamptz(3),
  foreign key (election_id, observer_id) references observers (election_id, id),
  check (num_nonnulls(staff_id, observer_id) = 1)
);

create index sessions_of_observer on sessions (election_id, observer_id);
create index sessions_of_staff on sessions (staff_id);
