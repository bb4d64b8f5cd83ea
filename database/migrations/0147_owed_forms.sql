-- A form that is deleted is asked of nobody (database/functions/expectations.sql): what was owed of one is taken out.
insert into jobs (name, payload, tries_left)
select distinct 'assignments.expect', jsonb_build_object('electionId', m.election_id), 6
  from milestones m
  left join questions q on q.election_id = m.election_id and q.id = m.question_id
  join forms f on f.election_id = m.election_id and f.id = coalesce(m.form_id, q.form_id)
 where f.deleted_at is not null;
