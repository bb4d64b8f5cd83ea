-- How many checks each report fails; of reports that fail any. Counted by station, whose facts checks may name.
create table failed_checks (
  election_id integer not null,
  polling_station_id integer not null,
  visit_id integer not null,
  errors integer not null,
  warnings integer not null,
  primary key (election_id, polling_station_id, visit_id)
);
