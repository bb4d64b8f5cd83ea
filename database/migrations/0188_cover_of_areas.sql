-- How many stations of an area are covered is counted with each pass of the projector: it read all of them.
create index station_cover_of_area on station_cover (election_id, area_id);
