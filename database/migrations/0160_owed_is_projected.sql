-- Expectations are counted by the projector, as TypeScript decides them (features/milestones/owed-domain.ts).
delete from jobs where name = 'assignments.expect';

-- An assignment that moves to another station is counted there before it is counted out of the former one.
alter table expectations
  drop constraint expectations_pkey,
  add primary key (election_id, assignment_id, milestone_id, polling_station_id);

-- Excused assignments are not expected; of those done, how many were done after the deadline.
alter table expectation_counts add column done_late integer not null default 0;

insert into marks (election_id, subject, first_key, last_key)
select id, 'stations', 0, 2147483647 from elections;
