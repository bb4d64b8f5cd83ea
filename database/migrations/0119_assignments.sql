-- Which observer is at which station, from when to when. Without a key to stations: one that is taken out and brought
-- back is the same, and so is who was to be there.
create table assignments (
  election_id        integer not null references elections,
  id                 integer generated always as identity,
  observer_id        integer not null,
  polling_station_id integer not null,
  from_at            timestamptz(3) not null,
  until_at           timestamptz(3) not null,
  -- One of a team that goes from station to station: they may be at several places in one shift.
  is_mobile          boolean not null default false,
  deleted_at         timestamptz(3),
  revision           integer not null default 1,
  changes            jsonb not null default '{}',
  changing           text,
  primary key (election_id, id),
  foreign key (election_id, observer_id) references observers,
  constraint assignments_end_after_they_begin check (until_at > from_at)
);

create unique index assignments_once on assignments (election_id, observer_id, polling_station_id, from_at)
  where deleted_at is null;
create index assignments_by_station on assignments (election_id, polling_station_id) where deleted_at is null;

-- What is due by when, and what fulfils it. A moment for all, or so long after each shift begins.
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
  -- Whoever of the same organisation reports it from the station fulfils it for all who are to be there.
  for_station     boolean not null default false,
  deleted_at      timestamptz(3),
  revision        integer not null default 1,
  changes         jsonb not null default '{}',
  changing        text,
  primary key (election_id, id),
  foreign key (election_id, form_id) references forms,
  foreign key (election_id, question_id) references questions,
  foreign key (election_id, notification_id) references notifications,
  constraint milestones_are_of_a_kind check (
    kind in ('arrival', 'station-info', 'form', 'question', 'message')
    and (kind = 'form') = (form_id is not null)
    and (kind = 'question') = (question_id is not null)
    and (kind = 'message') = (notification_id is not null)),
  constraint milestones_are_due_once check ((due_at is null) <> (due_after_min is null))
);

-- What one assignment owes by one milestone, and how far that is. A deadline that passes changes no row: who is late
-- follows from `due_at` and the clock (docs/decisions/075). Written by `expect_at` and `note_progress` alone
-- (database/functions/expectations.sql).
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
  primary key (election_id, assignment_id, milestone_id),
  foreign key (election_id, milestone_id) references milestones
);

create index expectations_by_station on expectations (election_id, polling_station_id, progress);
create index expectations_by_observer on expectations (election_id, observer_id);
-- Who is late, or soon will be: those who owe something, in the order in which it is due.
create index expectations_owed on expectations (election_id, milestone_id, due_at, assignment_id)
  where progress < 2 and excused_at is null;
create index expectations_by_county on expectations (election_id, county_id);

-- Why somebody is excused. By itself, because it goes with the people of an election.
create table excuses (
  election_id   integer not null,
  assignment_id integer not null,
  milestone_id  integer not null,
  reason        text not null,
  primary key (election_id, assignment_id, milestone_id),
  foreign key (election_id, assignment_id, milestone_id) references expectations on delete cascade
);

-- How many owe what, by county and organisation: of all, those begun, done and excused.
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

-- How many questions a version of a form asks.
create index published_options_of_version on published_options (election_id, form_id, form_version, question_id);
