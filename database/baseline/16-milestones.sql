-- What is due, by when, and what fulfils it: at one moment for all, or some minutes after each shift begins.
create table milestones (
  election_id     integer not null references elections,
  id              integer generated always as identity,
  name            text not null,
  kind            text not null,
  form_id         integer,
  question_id     integer,
  notification_id integer,
  due_at          timestamptz(3),
  due_after_min   integer,
  -- A report by any observer of the same organisation at the station fulfils it for all who are assigned there.
  for_station     boolean not null default false,
  deleted_at      timestamptz(3),
  revision        integer not null default 1,
  changes         jsonb not null default '{}',
  changing        text,
  primary key (election_id, id),
  foreign key (election_id, form_id) references forms,
  foreign key (election_id, question_id) references questions,
  foreign key (election_id, notification_id) references notifications,
  constraint milestones_are_of_a_kind
    check (kind in ('arrival', 'station-info', 'form', 'question', 'message')
           and (kind = 'form') = (form_id is not null)
           and (kind = 'question') = (question_id is not null)
           and (kind = 'message') = (notification_id is not null)),
  constraint milestones_are_due_once check ((due_at is null) <> (due_after_min is null))
);

-- What one assignment owes for one milestone, and its progress. A passing deadline changes no row: lateness follows
-- from `due_at` and the clock (docs/decisions/075).
create table expectations (
  election_id        integer not null,
  assignment_id      integer not null,
  milestone_id       integer not null,
  observer_id        integer not null,
  polling_station_id integer not null,
  county_id          integer not null,
  ngo_id             integer not null,
  due_at             timestamptz(3) not null,
  -- 0 nothing, 1 in part, 2 done.
  progress           smallint not null default 0,
  done_at            timestamptz(3),
  excused_at         timestamptz(3),
  excused_by         text,
  -- The area of the station that this one is counted as, so that areas are counted without reading stations.
  area_id            integer not null,
  primary key (election_id, assignment_id, milestone_id),
  foreign key (election_id, milestone_id) references milestones
);

create index expectations_by_station on expectations (election_id, polling_station_id, progress);
-- Who is late or will be soon, in the order of the deadlines.
create index expectations_owed on expectations (election_id, milestone_id, due_at, assignment_id)
  where progress < 2 and excused_at is null;
create index expectations_by_county on expectations (election_id, county_id);
-- Who is late in a county: an index-only scan in the order of the deadlines.
create index expectations_owed_there
  on expectations (election_id, county_id, due_at, assignment_id, polling_station_id)
  where progress < 2 and excused_at is null;

-- Why an assignment is excused. A separate table, because it is erased with the people of an election.
create table excuses (
  election_id   integer not null,
  assignment_id integer not null,
  milestone_id  integer not null,
  reason        text not null,
  -- An excuse belongs to an assignment and a milestone, whether or not the assignment owes it now. `expectations` has
  -- a copy for counts and filters.
  excused_at    timestamptz(3) not null,
  excused_by    text not null,
  primary key (election_id, assignment_id, milestone_id),
  foreign key (election_id, assignment_id) references assignments,
  foreign key (election_id, milestone_id) references milestones
);

create index excuses_by_milestone on excuses (election_id, milestone_id);

-- How many owe what, by county and organisation: all, begun, done and excused.
create table expectation_counts (
  election_id  integer not null,
  county_id    integer not null,
  ngo_id       integer not null,
  milestone_id integer not null,
  due_at       timestamptz(3) not null,
  expected     integer not null default 0,
  begun        integer not null default 0,
  done         integer not null default 0,
  excused      integer not null default 0,
  primary key (election_id, county_id, ngo_id, milestone_id, due_at)
);
