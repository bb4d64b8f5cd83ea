-- Only a search for given observers uses this index, and says so by `observer_id > 0`. On a new database PostgreSQL took
-- the index by station, and read all assignments of the election for each observer.
create index assignments_of_observer on assignments (election_id, observer_id)
  where deleted_at is null and observer_id > 0;
