-- An excuse belongs to an assignment and a milestone, whether or not one is owed by the other just now: it goes along
-- when either is taken out, and comes back with it. `expectations` has a copy, by which it is counted and filtered.
alter table excuses
  add column excused_at timestamptz(3),
  add column excused_by text,
  drop constraint excuses_election_id_assignment_id_milestone_id_fkey,
  add foreign key (election_id, assignment_id) references assignments,
  add foreign key (election_id, milestone_id) references milestones;

update excuses e set excused_at = x.excused_at, excused_by = x.excused_by
  from expectations x
 where x.election_id = e.election_id and x.assignment_id = e.assignment_id and x.milestone_id = e.milestone_id;

delete from excuses where excused_at is null;

alter table excuses
  alter column excused_at set not null,
  alter column excused_by set not null;

create index excuses_by_milestone on excuses (election_id, milestone_id);
