-- Who is late in a county is read from the index alone: what is owed there, in the order of its deadlines.
create index expectations_owed_there on expectations
  (election_id, county_id, due_at, assignment_id, polling_station_id) where progress < 2 and excused_at is null;
