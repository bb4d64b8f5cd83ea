-- Where programs hear of what happens in an election (docs/hooks.md).
create table hooks (
  election_id     integer not null references elections,
  id              integer generated always as identity,
  address         text not null,
  -- The kinds of events that it wants.
  kinds           text[] not null check (cardinality(kinds) > 0),
  -- Only events of this organisation, and in these counties; null: all.
  ngo_id          integer references ngos,
  county_ids      integer[],
  -- Sealed: the server signs with it. The previous one also signs until this moment.
  secret          bytea not null,
  previous_secret bytea,
  previous_until  timestamptz(3),
  -- The last line of history whose events were put into its queue.
  read_until      bigint not null,
  -- Since when nothing has arrived; null: the last attempt succeeded, or there was none.
  failing_since   timestamptz(3),
  off_since       timestamptz(3),
  off_reason      text check (off_reason in ('staff', 'gone', 'failing')),
  -- An account, by a name that outlives it.
  made_by         text not null,
  made_at         timestamptz(3) not null,
  primary key (election_id, id),
  check ((off_since is null) = (off_reason is null))
);

-- One event for one hook, and the last attempt to deliver it; deleted after 30 days.
create table hook_deliveries (
  election_id integer not null,
  id          integer generated always as identity,
  hook_id     integer not null,
  -- The same in each attempt: receivers recognise repetitions by it.
  message_id  uuid not null default gen_random_uuid(),
  kind        text not null,
  body        text not null,
  made_at     timestamptz(3) not null,
  tries       integer not null default 0,
  -- When it is tried next; a process that tries it moves this ahead. Null: it arrived, or was given up.
  due_at      timestamptz(3),
  tried_at    timestamptz(3),
  took_ms     integer,
  status      integer,
  fault       text,
  reply       text not null default '',
  primary key (election_id, id),
  foreign key (election_id, hook_id) references hooks on delete cascade
);
create index hook_deliveries_due on hook_deliveries (due_at) where due_at is not null;
create index hook_deliveries_of_hook on hook_deliveries (election_id, hook_id, id);
create index hook_deliveries_made on hook_deliveries (made_at);
