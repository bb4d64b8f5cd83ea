-- Expectations and coverage are counted by the projector: drop their triggers and functions.
drop trigger if exists visits_reach_new on visits;
drop trigger if exists visits_reach_undone on visits;
drop trigger if exists station_cover_added on station_cover;
drop trigger if exists station_cover_updated on station_cover;
drop trigger if exists station_cover_removed on station_cover;
drop trigger if exists answers_taken_back on answers;
drop trigger if exists visits_progressed_new on visits;
drop trigger if exists visits_progressed on visits;
drop trigger if exists visits_undone on visits;
drop trigger if exists deliveries_opened on deliveries;
drop trigger if exists deliveries_owe on deliveries;
drop trigger if exists notifications_owe on notifications;
drop trigger if exists observers_owe on observers;
drop trigger if exists ngos_owe on ngos;
drop trigger if exists forms_owe on forms;
drop trigger if exists stations_owe_new on polling_stations;
drop trigger if exists stations_owe_moved on polling_stations;
drop trigger if exists stations_owe_gone on polling_stations;
drop trigger if exists expectations_added on expectations;
drop trigger if exists expectations_updated on expectations;
drop trigger if exists expectations_removed on expectations;
do $$
declare
  one record;
begin
  for one in
    select p.oid::regprocedure as name from pg_proc p
     where p.pronamespace = current_schema()::regnamespace
       and p.proname in ('cover_at', 'cover_now', 'visits_reach', 'visits_reach_no_more',
                         'station_cover_changed', 'counted_as_one', 'visits_for', 'written_as',
                         'progress_of', 'done_of', 'due_of', 'asked_of_nobody',
                         'expected_at', 'expect_at', 'expect_now', 'note_progress',
                         'note_more_progress', 'answers_taken_back', 'visits_progressed', 'deliveries_opened',
                         'deliveries_owe', 'notifications_owe', 'expect_later', 'observers_owe',
                         'ngos_owe', 'forms_owe', 'stations_owe', 'expectations_changed',
                         'take_counting_turn')
  loop
    execute format('drop function %s cascade', one.name);
  end loop;
end $$;
