-- What is left to be done later (docs/decisions/071). It was kept in tables of a library, whose rows we changed by
-- hand; this is all of it that we use.
create table jobs (
  id bigint generated always as identity primary key,
  -- What is to be done: `notifications.deliver`.
  name text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  -- How often it may still be begun.
  tries_left integer not null,
  due_at timestamptz not null default now(),
  -- Whoever does it says again and again that they still do; once this has passed anybody may begin it anew.
  running_until timestamptz
);

-- The next job of a name.
create index jobs_by_due on jobs (name, due_at, id);

insert into jobs (name, payload, created_at, tries_left, due_at)
select name, coalesce(data, '{}'), created_on, retry_limit - retry_count + 1, start_after
  from pgboss.job
 where state in ('created', 'retry', 'active')
 order by created_on;

-- A server of an older version must fail here rather than leave something where nobody looks any more.
drop schema pgboss cascade;
