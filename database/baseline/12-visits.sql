-- One observer at one station: the root of everything an observer sends, and a row of the review list. Lists and
-- filters read this table by its indexes. References are checked by statement (database/functions/references.sql).
create table visits (
  election_id         integer not null,
  id                  integer generated always as identity,
  observer_id         integer not null,
  polling_station_id  integer not null,
  -- Copies for the list's filters: the observer's organisation, the station's county.
  ngo_id              integer not null,
  county_id           integer not null,
  arrived_at          timestamptz(3),
  left_at             timestamptz(3),
  is_urban_area       boolean,
  is_president_female boolean,
  -- Further station information (wire.md 1.4, generation C), named as on the wire.
  facts               jsonb,
  -- When the observer last sent station information; null: never.
  facts_at            timestamptz(3),
  -- Answered questions, flagged options, notes: written in the transaction of the report.
  answered            integer not null default 0 check (answered >= 0),
  flagged             integer not null default 0 check (flagged >= 0),
  notes               integer not null default 0 check (notes >= 0),
  last_modified       timestamptz(3) not null,
  -- For each fact of the station, by its name on the wire: when it was said, and in which row of `unplaced` (0: it
  -- was sent to the station itself).
  facts_said          jsonb,
  primary key (election_id, id),
  constraint visits_one_per_observer_and_station unique (election_id, observer_id, polling_station_id)
);

-- The review list, newest first: all, the flagged, one county, one organisation.
create index visits_newest on visits (election_id, last_modified desc, id desc)
  where answered > 0 or notes > 0;
create index visits_newest_flagged on visits (election_id, last_modified desc, id desc) where flagged > 0;
create index visits_newest_of_county on visits (election_id, county_id, last_modified desc, id desc)
  where answered > 0 or notes > 0;
create index visits_newest_of_ngo on visits (election_id, ngo_id, last_modified desc, id desc)
  where answered > 0 or notes > 0;
create index visits_of_station on visits (election_id, polling_station_id);

create sequence placings_id_seq as integer;

-- Reports about a station, question or option that does not exist. They are accepted and kept word for word: our data
-- never blocks a phone.
create table unplaced (
  election_id        integer not null references elections,
  id                 integer generated always as identity,
  observer_id        integer not null,
  ngo_id             integer not null references ngos,
  kind               text not null check (kind in ('answer', 'note', 'station-info')),
  reason             text not null
    constraint unplaced_reason_is_known
      check (reason in ('no-such-station', 'no-such-option', 'several-single-choices', 'election-archived')),
  -- The report as sent.
  sent               jsonb not null,
  -- A digest of the report.
  digest             bytea not null,
  received_at        timestamptz(3) not null,
  placed_at          timestamptz(3),
  -- Staff placed the report or dismissed it.
  dismissed_at       timestamptz(3),
  -- The account that did either, by name, because an account may be deleted.
  settled_by         text,
  -- Where it was placed.
  polling_station_id integer,
  -- The version that the phone showed; null where no form was meant.
  form_version       integer,
  -- What it is about: the station as the phone named it, and the question. A note is its own subject.
  subject            text not null,
  -- When it was last said; a retry says it again.
  said_at            timestamptz(3) not null,
  -- Staff placed it and nothing of it was used, because its observer has said something newer.
  superseded_at      timestamptz(3),
  -- What was not used, and when something newer was said: [{"what": ..., "saidAt": ...}].
  superseded         jsonb not null default '[]',
  -- All rows placed by one act have the same number, from `placings_id_seq`.
  placing_id         integer,
  -- What it says there and what it replaced, fact by fact and question by question. Null: it cannot be undone.
  placement          jsonb,
  primary key (election_id, id),
  foreign key (election_id, observer_id) references observers,
  foreign key (election_id, polling_station_id) references polling_stations,
  constraint unplaced_settled_one_way check (num_nonnulls(placed_at, dismissed_at, superseded_at) <= 1),
  constraint unplaced_placement_has_a_place check (placement is null or polling_station_id is not null)
);

create index unplaced_of_subject on unplaced (election_id, observer_id, subject, said_at desc, id desc);
create index unplaced_open on unplaced (election_id, received_at desc, id desc)
  where placed_at is null and dismissed_at is null and superseded_at is null;
create index unplaced_of_station on unplaced (election_id, polling_station_id)
  where polling_station_id is not null;
-- Every election shows how much of it waits.
create index unplaced_late on unplaced (election_id)
  where reason = 'election-archived' and placed_at is null and dismissed_at is null and superseded_at is null;
create index unplaced_of_placing on unplaced (election_id, placing_id) where placing_id is not null;

-- The length of the review list, by organisation and county.
create table visit_counts (
  election_id integer not null,
  ngo_id      integer not null references ngos,
  county_id   integer not null,
  -- Visits with an answer or a note.
  reported    integer not null default 0,
  -- Visits with a flagged answer.
  flagged     integer not null default 0,
  -- Observers with an answer there, without test observers.
  observers   integer not null default 0,
  primary key (election_id, ngo_id, county_id),
  foreign key (election_id, county_id) references areas on delete cascade
);

-- Deleting a county looks here.
create index visit_counts_of_county on visit_counts (election_id, county_id);

-- On how many visits in a county an observer has answered.
create table observer_counties (
  election_id integer not null,
  observer_id integer not null,
  county_id   integer not null,
  visits      integer not null,
  primary key (election_id, observer_id, county_id)
);

create index observer_counties_of_county on observer_counties (election_id, county_id);

-- When an observer last answered a question at a station, where no answer's received_at tells it: repeated, narrowed
-- or withdrawn answers, and placed ones. Observers without unplaced reports have no rows, so that a usual report
-- writes nothing here.
create table last_said (
  election_id        integer not null,
  observer_id        integer not null,
  polling_station_id integer not null,
  question_id        integer not null,
  said_at            timestamptz(3) not null,
  -- The report that was placed; 0: it was sent to the station itself. Orders what was said in the same millisecond.
  unplaced_id        integer not null,
  -- When it was sent to the station itself, where that is not later than the placed report; undoing the placement
  -- keeps it.
  sent_at            timestamptz(3),
  primary key (election_id, observer_id, polling_station_id, question_id),
  foreign key (election_id, observer_id) references observers,
  foreign key (election_id, polling_station_id) references polling_stations on delete cascade,
  foreign key (election_id, question_id) references questions
);

create index last_said_of_station on last_said (election_id, polling_station_id);
