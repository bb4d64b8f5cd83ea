-- What counts refer to, and a line of history, is checked once for a whole statement as well
-- (database/functions/references.sql): of a report's rows they were looked up one by one, while what all reports are
-- counted in was locked. Where triggers and functions get other names, the former ones go.
alter table observer_counties
  drop constraint observer_counties_election_id_observer_id_fkey,
  drop constraint observer_counties_election_id_county_id_fkey;
alter table station_counts
  drop constraint station_counts_election_id_polling_station_id_fkey,
  drop constraint station_counts_ngo_id_fkey,
  drop constraint station_counts_election_id_form_id_fkey;
alter table history drop constraint history_election_id_fkey;
drop trigger if exists answers_refer on answers;
drop trigger if exists visits_refer on visits;
drop trigger if exists visits_still_refer on visits;
drop function if exists visit_refers();
drop function if exists expect_references(visits[]);
