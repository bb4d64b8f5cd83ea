-- Merged stations are few, and looked for by whatever counts stations, and when one is deleted.
create index polling_stations_merged_into on polling_stations (election_id, merged_into) where merged_into is not null;
