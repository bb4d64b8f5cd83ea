-- The projector compares answers of observers (docs/decisions/084) after marks.
drop table compared_visits;

-- Stations that are to be compared, in the order in which they changed. Comparing is heavy: each pass of the projector
-- compares some of them, so that no other figure waits for it.
create table uncompared_stations (
  election_id        integer not null,
  -- It may be merged or deleted by now.
  polling_station_id integer not null,
  id                 bigint generated always as identity,
  primary key (election_id, polling_station_id)
);
create index uncompared_stations_by_age on uncompared_stations (election_id, id);

-- Test observers are few: screens leave out their reports.
create index observers_that_test on observers (election_id, id) where is_test;
