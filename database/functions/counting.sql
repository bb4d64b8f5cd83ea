-- One transaction at a time counts in an election what others count in too: reports by list, flags by county and by
-- station. A statement that both adds and changes rows has two triggers for them, one after the other, each of which
-- takes its counters in the order of their keys; but the second would take some that come before those of the first,
-- and two such reports would wait for each other in a circle. Nothing is lost by it: nearly every report counts in the
-- same few rows, which the first one keeps until it is committed.
--
-- It is the last lock but for those counters, so that everything that also other transactions wait for comes before:
-- observers, stations, visits, the counts of quarters and of stations (docs/database.md).
create or replace function take_counting_turn(election integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('counting', election));
end $$;
