-- A message that was taken back is asked of nobody (database/functions/expectations.sql): what was owed of it is taken out.
insert into jobs (name, payload, tries_left)
select distinct 'assignments.expect', jsonb_build_object('electionId', m.election_id), 6
  from milestones m
  join notifications n on n.election_id = m.election_id and n.id = m.notification_id
 where n.taken_back_at is not null;
