-- Exports and imports of large files, which run in the background.
create table tasks (
  election_id  integer not null references elections,
  id           integer generated always as identity,
  -- The account that began it; null once that account is deleted.
  staff_id     integer references staff on delete set null,
  ngo_id       integer not null references ngos,
  kind         text not null,
  -- The request: filters, language, options; its shape depends on the kind.
  asked        jsonb not null,
  state        text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- How often it was begun. Only the latest run may write: a run that was given up as dead but is not finds another
  -- number.
  attempt      integer not null default 0,
  file_name    text,
  done         integer not null default 0,
  total        integer,
  counts       jsonb,
  -- How many rows of a file were refused, and the first of them as they were in the file.
  refused      integer not null default 0,
  refused_rows jsonb,
  -- The problem document of a failure.
  why          jsonb,
  result_name  text,
  result_type  text,
  result_bytes bigint,
  created_at   timestamptz(3) not null,
  started_at   timestamptz(3),
  finished_at  timestamptz(3),
  -- The result and the refused rows are deleted then.
  expires_at   timestamptz(3),
  -- The counties the account was limited to when it began: a person whose limits are narrower by now must not get the
  -- file. Null: no limit.
  county_ids   integer[],
  -- The name of that account, which outlives it.
  started_by   text not null,
  primary key (election_id, id),
  constraint what_is_over_has_an_end
    check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null))
);

create index tasks_of_staff on tasks (election_id, staff_id, id desc);
-- Ended together with their election or account.
create index tasks_under_way on tasks (election_id, staff_id) where state in ('queued', 'running');
create index tasks_begun_by on tasks (staff_id);

-- The bytes of an upload (attempt 0) and of a run's result, in parts. They are not in the attachment store because
-- they must be deleted: an upload has PINs in plain text and is deleted with its run; a result has phones and names
-- and is deleted after days. The store deduplicates, so that nothing in it can be deleted without knowing all its
-- users.
create table task_files (
  election_id integer not null,
  task_id     integer not null,
  attempt     integer not null,
  part        integer not null,
  bytes       bytea not null,
  primary key (election_id, task_id, attempt, part),
  foreign key (election_id, task_id) references tasks on delete cascade
);
alter table task_files alter column bytes set storage external;

-- What each import did, for the week in which it can be undone.
create table imports (
  election_id   integer not null references elections,
  id            integer generated always as identity,
  ngo_id        integer references ngos,
  file_name     text not null,
  imported_by   text not null,
  imported_at   timestamptz(3) not null,
  added         integer not null default 0,
  changed       integer not null default 0,
  -- The account that undoes it, since when, and when that was finished.
  undone_by     text,
  undoing_at    timestamptz(3),
  undone_at     timestamptz(3),
  removed       integer not null default 0,
  restored      integer not null default 0,
  kind          text not null check (kind in ('observers', 'areas', 'counties', 'stations', 'plan')),
  -- Polling stations that the import added with their counties, and how many of them were removed again.
  along         integer not null default 0,
  along_removed integer not null default 0,
  -- How many rows the undo left because they were changed since.
  kept          integer not null default 0,
  primary key (election_id, id),
  constraint imports_are_somebodys check (kind = 'plan' or (kind = 'observers') = (ngo_id is not null))
);
