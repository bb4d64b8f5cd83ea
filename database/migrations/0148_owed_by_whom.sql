-- A question that the newest version of its form does without is asked of nobody, and a message is to be opened by those
-- alone whom it was sent to (database/functions/expectations.sql): what was owed besides is taken out.
insert into jobs (name, payload, tries_left)
select distinct 'assignments.expect', jsonb_build_object('electionId', m.election_id), 6
  from milestones m
 where m.kind in ('question', 'message');
