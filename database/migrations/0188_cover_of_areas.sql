-- Each pass of the projector counts the covered stations of an area: without this index it read all of them.
create index station_cover_of_area on station_cover (election_id, area_id);
