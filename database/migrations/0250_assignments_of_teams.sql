-- Each pass of the projector asks which of its stations share a team. Without this index it reads all assignments; few are
-- of teams. Queries for this index have `polling_station_id > 0`; on a new database others do not use it.
create index assignments_of_teams on assignments (election_id, polling_station_id)
  where is_mobile and polling_station_id > 0;
