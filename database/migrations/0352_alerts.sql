-- Accounts that a comment mentions, by id: without a foreign key, because comments outlive accounts.
alter table comments add column mentions integer[] not null default '{}';
create index comments_mentioning on comments using gin (mentions) where mentions <> '{}';

-- When the current assignee was chosen, and the account that did it.
alter table reviews add column assigned_at timestamptz(3), add column assigned_by text;

-- Until when an account has read its alerts: those about one subject, or all where the subject is empty.
create table alerts_read (
  election_id integer not null references elections,
  staff_id    integer not null references staff on delete cascade,
  subject     text not null,
  read_until  timestamptz(3) not null,
  primary key (election_id, staff_id, subject)
);

-- Which alerts an account wants; no row: all of them, and no emails.
create table alert_settings (
  staff_id      integer primary key references staff on delete cascade,
  muted_kinds   text[] not null default '{}',
  muted_county_ids integer[] not null default '{}',
  -- Full hours by the clock of the election, such as from 22 until 7.
  quiet_from    smallint check (quiet_from between 0 and 23),
  quiet_until   smallint check (quiet_until between 0 and 23),
  by_email      boolean not null default false,
  -- The newest alert that an email was about.
  emailed_until timestamptz(3),
  emailed_at    timestamptz(3),
  constraint alert_settings_have_both_hours check (num_nulls(quiet_from, quiet_until) <> 1)
);
