-- Every time that the whole of history was proved here, by night or because somebody asked, and what came of it.
create table proofs (
  id       integer generated always as identity primary key,
  -- The account that asked; null: it was time.
  asked_by text,
  state    text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
  began_at timestamptz(3) not null,
  -- When it was last heard of: one whose process died is given up after a while.
  at       timestamptz(3) not null,
  stage    text not null default 'chain',
  done     bigint not null default 0,
  total    bigint not null default 0,
  -- How far the chain fits, and with how many rows history was compared.
  position bigint,
  hash     text,
  compared bigint,
  -- How much does not fit, and the first of it in words, by kind; never what somebody wrote.
  faults   bigint,
  findings jsonb
);

create unique index proofs_one_at_a_time on proofs (state) where state = 'running';

select pgboss.create_queue('history.prove', '{}');
