-- What an answer and a visit refer to is checked once for a whole statement, and no more row by row
-- (database/functions/references.sql): of ten answers to a report, each looked up its visit and its option as it was
-- published.
alter table answers
  drop constraint answers_election_id_visit_id_fkey,
  drop constraint answers_were_published;
alter table visits
  drop constraint visits_election_id_fkey,
  drop constraint visits_ngo_id_fkey,
  drop constraint visits_election_id_observer_id_fkey,
  drop constraint visits_election_id_polling_station_id_fkey,
  drop constraint visits_election_id_county_id_fkey;
