-- The state of a report and who works on it; no row: new, unassigned. `seen_until` is the `last_modified` of the visit
-- that was reviewed. `before` is the row that the last change replaced, which undo puts back.
create table reviews (
  election_id integer not null,
  visit_id    integer not null,
  state       text not null,
  -- Without a foreign key: a deleted account has no reports, and has them again once it is restored.
  assignee_id integer,
  seen_until  timestamptz(3) not null,
  changed_at  timestamptz(3) not null,
  changed_by  text not null,
  change_id   integer,
  before      jsonb,
  primary key (election_id, visit_id),
  foreign key (election_id, visit_id) references visits on delete cascade
);

create sequence review_changes_id_seq as integer;

create index reviews_by_state on reviews (election_id, state, visit_id);
create index reviews_of_assignee on reviews (election_id, assignee_id) where assignee_id is not null;
create index reviews_of_change on reviews (election_id, change_id) where change_id is not null;
