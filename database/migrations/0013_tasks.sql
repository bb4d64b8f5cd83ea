-- What somebody left to be done: an export, or the import of a large file.
create table tasks (
  election_id integer not null references elections,
  id          integer generated always as identity,
  -- Whoever started it. An account that goes takes its tasks along; history keeps what they did.
  staff_id    integer not null references staff on delete cascade,
  ngo_id      integer not null references ngos,
  kind        text not null,
  -- What was asked for: filters, language, options; of the kind's own shape.
  asked       jsonb not null,
  state       text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- Counts how often it was begun. Only the latest run may write: one that was given up for dead
  -- and is not finds that its number has passed.
  attempt     integer not null default 0,
  file_name   text,
  done        integer not null default 0,
  total       integer,
  counts      jsonb,
  -- How many rows of a file did not fit, and the first of them as they stood there.
  refused      integer not null default 0,
  refused_rows jsonb,
  -- The document of the problem it failed with.
  why          jsonb,
  result_name  text,
  result_type  text,
  result_bytes bigint,
  created_at   timestamptz(3) not null,
  started_at   timestamptz(3),
  finished_at  timestamptz(3),
  -- Until when the result and the refused rows can be read; then they are deleted.
  expires_at   timestamptz(3),
  primary key (election_id, id),
  constraint what_is_over_has_an_end check (
    (state in ('done', 'failed', 'cancelled')) = (finished_at is not null)
  )
);

create index tasks_of_staff on tasks (election_id, staff_id, id desc);

-- The bytes of what was uploaded (attempt 0) and of what a run made, in parts. They lie here and not
-- in the attachment store because they must go again: an upload holds pins in plain text and goes
-- with the run, in its transaction; a result holds phones and names and goes after days. The store
-- keeps equal bytes once, so nothing in it can be deleted without asking who else has them.
create table task_files (
  election_id integer not null,
  task_id     integer not null,
  attempt     integer not null,
  part        integer not null,
  bytes       bytea not null,
  primary key (election_id, task_id, attempt, part),
  foreign key (election_id, task_id) references tasks on delete cascade
);

-- A workbook is compressed already.
alter table task_files alter column bytes set storage external;

-- What was tried in vain, because its process died again and again, is told so.
select pgboss.create_queue('tasks.give-up', '{}');
select pgboss.create_queue('tasks.run', '{"deadLetter": "tasks.give-up"}');
select pgboss.create_queue('tasks.forget', '{}');
