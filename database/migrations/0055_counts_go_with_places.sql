-- What keeps a place from going is that somebody was there (`visits`). Counts do not: of what was taken back
-- they count nothing, and go along.
alter table station_counts
  drop constraint station_counts_election_id_polling_station_id_fkey,
  add constraint station_counts_election_id_polling_station_id_fkey
    foreign key (election_id, polling_station_id) references polling_stations (election_id, id)
    on delete cascade;
alter table station_flags
  drop constraint station_flags_election_id_polling_station_id_fkey,
  add constraint station_flags_election_id_polling_station_id_fkey
    foreign key (election_id, polling_station_id) references polling_stations (election_id, id)
    on delete cascade;
alter table visit_counts
  drop constraint visit_counts_election_id_county_id_fkey,
  add constraint visit_counts_election_id_county_id_fkey
    foreign key (election_id, county_id) references areas (election_id, id) on delete cascade;
alter table county_counts
  drop constraint county_counts_election_id_county_id_fkey,
  add constraint county_counts_election_id_county_id_fkey
    foreign key (election_id, county_id) references areas (election_id, id) on delete cascade;
alter table observer_counties
  drop constraint observer_counties_election_id_county_id_fkey,
  add constraint observer_counties_election_id_county_id_fkey
    foreign key (election_id, county_id) references areas (election_id, id) on delete cascade;
-- Asked for each county that goes.
create index visit_counts_of_county on visit_counts (election_id, county_id);
create index observer_counties_of_county on observer_counties (election_id, county_id);
