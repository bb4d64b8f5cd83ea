-- The chain that seals history: the seal of a line is sha256(seal of the line before ‖ the line), in the order of the
-- lines' ids (docs/history.md has the exact bytes). A job seals behind the writers, so that no report waits for the
-- chain.
create table history_seals (
  -- No foreign key: it would write every line of history again. The proof finds missing lines.
  history_id bigint primary key,
  -- Its place in the chain, counted from 1 without a gap.
  position   bigint not null,
  hash       bytea not null constraint a_seal_is_a_sha256 check (length(hash) = 32),
  sealed_at  timestamptz(3) not null
);

-- The chain ends below the remembered head, or at another one: seals were removed. Sealing stops and says so
-- here, for every process and screen; the row is deleted once the chain fits again.
create table sealing_refused (
  is_only             boolean primary key default true check (is_only),
  since               timestamptz(3) not null,
  remembered_position bigint not null,
  remembered_hash     text not null,
  -- Null: there is no seal left.
  found_position      bigint,
  found_hash          text
);

-- Each proof of the whole history, at night or on request, and its result.
create table proofs (
  id       integer generated always as identity primary key,
  -- The account that asked; null: the schedule.
  asked_by text,
  state    text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
  began_at timestamptz(3) not null,
  -- The last sign of life: a proof whose process died is given up after a while.
  at       timestamptz(3) not null,
  stage    text not null default 'chain',
  done     bigint not null default 0,
  total    bigint not null default 0,
  -- How far the chain fits, and how many rows were compared with history.
  position bigint,
  hash     text,
  compared bigint,
  -- How many faults there are, and the first of them in words, by kind; never what people wrote.
  faults   bigint,
  findings jsonb
);

create unique index proofs_one_at_a_time on proofs (state) where state = 'running';
