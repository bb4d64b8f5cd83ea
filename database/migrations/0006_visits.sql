-- One observer at one station: the root of everything an observer sends, and the row of the
-- organiser's list. Lists and filters read this one table by its indexes; the counts in it are
-- kept in the transaction of the answer or note they count.
create table visits (
  election_id         integer not null references elections,
  id                  integer generated always as identity,
  observer_id         integer not null,
  polling_station_id  integer not null,
  -- Copies of what the list filters by: the observer's organisation, the station's county.
  ngo_id              integer not null references ngos,
  county_id           integer not null,
  arrived_at          timestamptz(3),
  left_at             timestamptz(3),
  is_urban_area       boolean,
  is_president_female boolean,
  -- Further facts of the station (wire.md 1.4, generation C), named as on the wire.
  facts               jsonb,
  -- When the observer last sent station info; null when they sent none.
  facts_at            timestamptz(3),
  -- Questions answered, options chosen that are flagged, notes written.
  answered            integer not null default 0 check (answered >= 0),
  flagged             integer not null default 0 check (flagged >= 0),
  notes               integer not null default 0 check (notes >= 0),
  last_modified       timestamptz(3) not null,
  primary key (election_id, id),
  foreign key (election_id, observer_id) references observers (election_id, id),
  foreign key (election_id, polling_station_id) references polling_stations (election_id, id),
  foreign key (election_id, county_id) references areas (election_id, id),
  constraint visits_one_per_observer_and_station
    unique (election_id, observer_id, polling_station_id)
);

-- The organiser's list, newest first: everything, the urgent, one county's, one organisation's.
create index visits_newest on visits (election_id, last_modified desc, id desc)
  where answered > 0 or notes > 0;
create index visits_newest_flagged on visits (election_id, last_modified desc, id desc)
  where flagged > 0;
create index visits_newest_of_county on visits (election_id, county_id, last_modified desc, id desc)
  where answered > 0 or notes > 0;
create index visits_newest_of_ngo on visits (election_id, ngo_id, last_modified desc, id desc)
  where answered > 0 or notes > 0;
create index visits_of_station on visits (election_id, polling_station_id);

-- What a phone sent about a station, question or option that does not exist. It is accepted and
-- kept word for word: a phone is never blocked by our data.
create table unplaced (
  election_id integer not null references elections,
  id          integer generated always as identity,
  observer_id integer not null,
  ngo_id      integer not null references ngos,
  kind        text not null check (kind in ('answer', 'note', 'station-info')),
  reason      text not null
    check (reason in ('no-such-station', 'no-such-option', 'several-single-choices')),
  -- The report as sent.
  sent        jsonb not null,
  -- Of what was sent, so that a phone that sends again stores once.
  digest      bytea not null,
  received_at timestamptz(3) not null,
  placed_at   timestamptz(3),
  primary key (election_id, id),
  foreign key (election_id, observer_id) references observers (election_id, id),
  constraint unplaced_once unique (election_id, observer_id, digest)
);
