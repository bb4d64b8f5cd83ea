-- Only a search for given numbers uses this index. A report names a station by its area and number: on a new database
-- PostgreSQL took this index for as good as the unique one, and read all stations of the election that have the number.
drop index polling_stations_by_number;
create index polling_stations_by_number on polling_stations (election_id, number) where number >= 0;
