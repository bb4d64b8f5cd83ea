-- The state of a report that an account opened last: a report that changed since is new to them.
create table reports_seen (
  election_id   integer not null,
  staff_id      integer not null references staff on delete cascade,
  visit_id      integer not null,
  last_modified timestamptz(3) not null,
  primary key (election_id, staff_id, visit_id),
  foreign key (election_id, visit_id) references visits on delete cascade
);

-- Deleting a visit looks here.
create index reports_seen_of_visit on reports_seen (election_id, visit_id);
create index reports_seen_of_staff on reports_seen (staff_id);
