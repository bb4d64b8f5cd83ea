-- Which observer is at which station, from when to when. No foreign key to stations: a deleted station may return
-- with its assignments.
create table assignments (
  election_id        integer not null references elections,
  id                 integer generated always as identity,
  observer_id        integer not null,
  polling_station_id integer not null,
  from_at            timestamptz(3) not null,
  until_at           timestamptz(3) not null,
  -- The observer is in a mobile team and may visit several stations in one shift.
  is_mobile          boolean not null default false,
  deleted_at         timestamptz(3),
  revision           integer not null default 1,
  changes            jsonb not null default '{}',
  changing           text,
  primary key (election_id, id),
  foreign key (election_id, observer_id) references observers,
  constraint assignments_end_after_they_begin check (until_at > from_at)
);

create unique index assignments_once on assignments (election_id, observer_id, polling_station_id, from_at)
  where deleted_at is null;
create index assignments_by_station on assignments (election_id, polling_station_id) where deleted_at is null;

-- Which stations are assigned and which were visited: by organisation and by all of them together (ngo_id 0), without
-- test observers and closed stations.
create table station_cover (
  election_id        integer not null,
  polling_station_id integer not null,
  ngo_id             integer not null,
  -- A copy, so that a station that moves is subtracted from its former area.
  area_id            integer not null,
  -- 0 or 1, so that they can be added up.
  covered            smallint not null,
  visited            smallint not null,
  primary key (election_id, polling_station_id, ngo_id)
);

-- How many stations are covered and visited, by area.
create table cover_counts (
  election_id integer not null,
  ngo_id      integer not null,
  area_id     integer not null,
  covered     integer not null default 0,
  visited     integer not null default 0,
  primary key (election_id, ngo_id, area_id)
);

-- Each assignment of an import: its values before, and the revision that the import made. An assignment with another
-- revision was changed since. The undo deletes the rows of what it restored; the others say why they were kept.
create table imported_assignments (
  election_id   integer not null,
  import_id     integer not null,
  assignment_id integer not null,
  revision      integer not null,
  is_added      boolean not null,
  until_at      timestamptz(3),
  is_mobile     boolean,
  kept          text check (kept = 'edited'),
  primary key (election_id, import_id, assignment_id),
  foreign key (election_id, import_id) references imports on delete cascade,
  foreign key (election_id, assignment_id) references assignments,
  constraint imported_assignments_were_something
    check (is_added or (until_at is not null and is_mobile is not null) or kept is not null)
);

create index imported_assignments_by_assignment on imported_assignments (election_id, assignment_id);
