-- A question on which observers at one station differ, and which of their answers a person says stands, or that
-- none does (docs/decisions/077). No answer changes by it. A row is an act: the latest that was not undone is
-- valid, as long as those answers are what they were then.
create table settled_answers (
  election_id        integer not null references elections,
  id                 integer generated always as identity,
  polling_station_id integer not null,
  question_id        integer not null,
  -- Among whose observers: one organisation's, or (null) everybody's.
  ngo_id             integer references ngos,
  -- Whose answer stands; null: nobody's.
  observer_id        integer,
  reason             text not null check (reason <> ''),
  -- What each of them had answered: a digest of all, in the words that their phones showed.
  answers            text not null,
  settled_at         timestamptz(3) not null,
  settled_by         text not null,
  undone_at          timestamptz(3),
  primary key (election_id, id),
  foreign key (election_id, polling_station_id) references polling_stations (election_id, id) on delete cascade,
  foreign key (election_id, observer_id) references observers (election_id, id)
);

create index settled_answers_of_station on settled_answers (election_id, polling_station_id, question_id, id);
create index settled_answers_by_observer on settled_answers (election_id, observer_id)
  where observer_id is not null;
