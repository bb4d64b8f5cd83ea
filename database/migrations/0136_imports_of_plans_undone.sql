-- Imports of plans can be taken back as those of observers and places can; so can a plan that was copied. An
-- organisation imports its own observers' shifts, whoever sees all of them everybody's.
alter table imports
  drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('observers', 'counties', 'stations', 'plan')),
  drop constraint imports_are_somebodys,
  add constraint imports_are_somebodys check (kind = 'plan' or (kind = 'observers') = (ngo_id is not null));

-- Each assignment of an import: what it was before, where it was there, and the revision that the import made. One
-- that has another by then was changed since. What was taken back leaves no row; what stays says why.
create table imported_assignments (
  election_id   integer not null,
  import_id     integer not null,
  assignment_id integer not null,
  revision      integer not null,
  is_added      boolean not null,
  until_at      timestamptz(3),
  is_mobile     boolean,
  kept          text check (kept in ('edited')),
  primary key (election_id, import_id, assignment_id),
  foreign key (election_id, import_id) references imports on delete cascade,
  foreign key (election_id, assignment_id) references assignments,
  constraint imported_assignments_were_something check (is_added or until_at is not null and is_mobile is not null or kept is not null)
);

create index imported_assignments_by_assignment on imported_assignments (election_id, assignment_id);
