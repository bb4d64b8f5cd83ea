-- Staff decided which of several differing answers at a station is right, or that none is (docs/decisions/077). It
-- changes no answer. A row is an act: the latest that was not undone is valid while the answers stay the same.
create table settled_answers (
  election_id        integer not null references elections,
  id                 integer generated always as identity,
  polling_station_id integer not null,
  question_id        integer not null,
  -- The organisation whose observers are compared; null: all.
  ngo_id             integer references ngos,
  -- The observer whose answer is right; null: none.
  observer_id        integer,
  reason             text not null check (reason <> ''),
  -- A digest of all answers at that time, in the wording that the phones showed.
  answers            text not null,
  settled_at         timestamptz(3) not null,
  settled_by         text not null,
  undone_at          timestamptz(3),
  primary key (election_id, id),
  foreign key (election_id, polling_station_id) references polling_stations on delete cascade,
  foreign key (election_id, observer_id) references observers
);

create index settled_answers_of_station on settled_answers (election_id, polling_station_id, question_id, id);
create index settled_answers_by_observer on settled_answers (election_id, observer_id)
  where observer_id is not null;

-- The visits that were compared, each by the transaction that last wrote its row, which every change of its answers
-- changes. A moment would not do: reports commit in another order than they were sent.
create table compared_visits (
  election_id        integer not null references elections,
  polling_station_id integer not null,
  visit_id           integer not null,
  version            text not null,
  primary key (election_id, polling_station_id, visit_id)
);

-- A question on which observers at a station differ, merged stations included: among all observers except test
-- observers (`ngo_id` 0), or among those of one organisation.
create table differences (
  election_id        integer not null references elections,
  ngo_id             integer not null,
  -- The station that the others are counted as.
  polling_station_id integer not null,
  question_id        integer not null,
  form_id            integer not null,
  -- The newest answered version: it has the wording.
  form_version       integer not null,
  -- The digest that `settled_answers` has: it is valid while the two are equal.
  answers            text not null,
  said_at            timestamptz(3) not null,
  primary key (election_id, ngo_id, polling_station_id, question_id)
);

create index differences_of_station on differences (election_id, polling_station_id);
