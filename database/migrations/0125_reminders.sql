-- Reminders by rule: so many minutes before or after the deadline of a milestone a message goes to whoever still owes it
-- then (docs/decisions/079).
create table reminders (
  election_id  integer not null references elections,
  id           integer generated always as identity,
  milestone_id integer not null,
  -- Before the deadline (less than 0), at it, or after it.
  minutes      integer not null,
  title        text not null check (title <> ''),
  -- With blanks that are filled in for each recipient: `{name}`, `{station}`, `{deadline}`.
  body         text not null check (body <> ''),
  at_night     boolean not null default false,
  -- What was to be sent before this moment is not sent: when the rule was made, or brought back.
  since_at     timestamptz(3) not null,
  -- Under whose name it is sent, in words that outlive their account.
  made_by      integer not null,
  made_by_name text not null,
  ngo_id       integer not null references ngos,
  deleted_at   timestamptz(3),
  primary key (election_id, id),
  foreign key (election_id, milestone_id) references milestones (election_id, id)
);

create index reminders_of_milestone on reminders (election_id, milestone_id);

-- Which assignments were reminded, once each, whatever becomes of the deadline; and by which message.
create table reminded (
  election_id     integer not null,
  reminder_id     integer not null,
  assignment_id   integer not null,
  due_at          timestamptz(3) not null,
  notification_id integer not null,
  primary key (election_id, reminder_id, assignment_id),
  foreign key (election_id, reminder_id) references reminders (election_id, id),
  foreign key (election_id, notification_id) references notifications (election_id, id)
);

create index reminded_by_message on reminded (election_id, notification_id);

-- The stations that a message names to one recipient, where it has a blank for them.
alter table deliveries add column stations text;
