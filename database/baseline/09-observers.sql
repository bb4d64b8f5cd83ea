-- People who observe, on one phone each, in one election.
create table observers (
  election_id   integer not null references elections,
  id            integer generated always as identity,
  ngo_id        integer not null references ngos,
  name          text not null check (name <> ''),
  -- As typed, for people; its digits, for signing in and searching.
  phone         text not null,
  phone_digits  text not null check (phone_digits ~ '^[0-9]+$'),
  -- Keyed with a secret outside the database: four digits are no secret once a table leaks.
  pin_hash      text not null,
  -- Reports of test observers are kept but not counted.
  is_test       boolean not null default false,
  created_at    timestamptz(3) not null default now(),
  -- Deleting hides the observer and can be undone; their reports stay.
  deleted_at    timestamptz(3),
  name_folded   text generated always as (folded(name)) stored not null,
  revision      integer not null default 1,
  changes       jsonb not null default '{}',
  changing      text check (changing is null),
  -- The international number (E.164); null where the typed phone is none, such as 1234.
  phone_e164    text check (phone_e164 ~ '^\+[0-9]+$'),
  -- The country by whose rules the number was read. The job `observers.read-phones` reads the others in batches;
  -- until then their digits identify them.
  phone_read_in text,
  -- Two observers who had the same number before numbers were compared stay two, until an organiser deletes one.
  shares_number boolean not null default false,
  primary key (election_id, id)
) with (fillfactor=80);

create unique index observers_phone_is_taken on observers (election_id, phone_digits)
  where deleted_at is null;
create index observers_sharing_a_number on observers (election_id, phone_e164) where shares_number;
-- A search for three or more characters of a name or phone.
create index observers_by_part on observers
  using gin (thirds(name_folded), thirds(phone_digits || coalesce(phone_e164, '')));
create unique index observers_number_is_taken on observers (election_id, phone_e164)
  where deleted_at is null and not shares_number;
-- The list of observers from either end without sorting. No report changes it.
create index observers_by_name on observers (election_id, name collate names, id) where deleted_at is null;

-- What an observer sent, in its own table: sorted lists read an index, and a report does not write the observer's
-- row. An observer without reports has a row as well and is sorted first.
create table observer_counts (
  election_id          integer not null,
  observer_id          integer not null,
  last_seen            timestamptz(3),
  visits               integer not null default 0,
  notes                integer not null default 0,
  is_test              boolean not null default false,
  device_registered_at timestamptz(3),
  primary key (election_id, observer_id),
  foreign key (election_id, observer_id) references observers on update cascade on delete cascade
);

create index observer_counts_by_last_seen on observer_counts (election_id, coalesce(last_seen, '-infinity'));
create index observer_counts_by_visits on observer_counts (election_id, visits, coalesce(last_seen, '-infinity'));
create index observer_counts_by_notes on observer_counts (election_id, notes, coalesce(last_seen, '-infinity'));

-- How many observers an organisation has, and how many are in the trash. A total is kept in several rows, and a
-- transaction changes a row that no other is changing, so that imports do not block each other. A single row may be
-- negative.
create table observer_totals (
  id          integer generated always as identity primary key,
  election_id integer not null references elections,
  ngo_id      integer not null references ngos,
  living      integer not null,
  deleted     integer not null
);

create index observer_totals_of_ngo on observer_totals (election_id, ngo_id);

-- Each observer of an import: their values before, and the revision that the import made. An observer with another
-- revision was changed since. The undo deletes the rows of what it restored; the others say why they were kept.
create table imported_observers (
  election_id integer not null,
  import_id   integer not null,
  observer_id integer not null,
  revision    integer not null,
  is_added    boolean not null,
  before      jsonb,
  kept        text check (kept in ('reported', 'signed-in', 'edited', 'phone-taken')),
  primary key (election_id, import_id, observer_id),
  foreign key (election_id, import_id) references imports on delete cascade,
  foreign key (election_id, observer_id) references observers on delete cascade
);

create index imported_observers_observer on imported_observers (election_id, observer_id);

alter table sessions add constraint sessions_election_id_observer_id_fkey
  foreign key (election_id, observer_id) references observers;

alter table devices add constraint devices_election_id_observer_id_fkey
  foreign key (election_id, observer_id) references observers;
