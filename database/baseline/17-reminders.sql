-- Rules that send a message some minutes before or after the deadline of a milestone to the observers who still owe
-- it (docs/decisions/079).
create table reminders (
  election_id  integer not null references elections,
  id           integer generated always as identity,
  milestone_id integer not null,
  -- Negative: before the deadline.
  minutes      integer not null,
  title        text not null check (title <> ''),
  -- With blanks for each recipient: `{name}`, `{station}`, `{deadline}`.
  body         text not null check (body <> ''),
  at_night     boolean not null default false,
  -- When the rule was made or restored: reminders due before then are not sent.
  since_at     timestamptz(3) not null,
  -- The sender, by a name that outlives the account.
  made_by      integer not null,
  made_by_name text not null,
  ngo_id       integer not null references ngos,
  deleted_at   timestamptz(3),
  primary key (election_id, id),
  foreign key (election_id, milestone_id) references milestones
);

create index reminders_of_milestone on reminders (election_id, milestone_id);

-- Which assignments were reminded, once each even when the deadline moves, and by which message.
create table reminded (
  election_id     integer not null,
  reminder_id     integer not null,
  assignment_id   integer not null,
  due_at          timestamptz(3) not null,
  notification_id integer not null,
  primary key (election_id, reminder_id, assignment_id),
  foreign key (election_id, reminder_id) references reminders,
  foreign key (election_id, notification_id) references notifications
);

create index reminded_by_message on reminded (election_id, notification_id);
