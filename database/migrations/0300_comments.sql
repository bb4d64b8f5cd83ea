-- Comments of staff on an observer, a station, or the report of one from the other. `ngo_id` is the organisation that
-- sees them: the observer's, or for a station the author's.
create table comments (
  election_id        integer not null references elections,
  id                 integer generated always as identity,
  observer_id        integer,
  polling_station_id integer,
  ngo_id             integer not null references ngos,
  -- The author, by a name that outlives the account.
  written_by         integer not null,
  written_by_name    text not null,
  written_at         timestamptz(3) not null,
  text               text not null check (text <> ''),
  deleted_at         timestamptz(3),
  primary key (election_id, id),
  foreign key (election_id, observer_id) references observers,
  check (num_nonnulls(observer_id, polling_station_id) > 0)
);

create index comments_of_subject on comments (election_id, observer_id, polling_station_id, id desc)
  where deleted_at is null;
