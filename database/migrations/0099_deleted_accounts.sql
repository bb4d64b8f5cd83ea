-- An account that was deleted, as it was, for as long as it can be brought back: a day
-- (features/accounts). It opens nothing meanwhile, and nothing in here is read for signing in. Sessions and
-- links are not kept: they stay ended. Whoever erases the people of an election erases these as well.
create table deleted_accounts (
  id             integer primary key,
  ngo_id         integer not null references ngos,
  account        text not null,
  account_key    text not null,
  email          text,
  password_hash  text not null,
  password_until timestamptz(3),
  role           text not null,
  county_codes   text[],
  created_at     timestamptz(3) not null,
  revision       integer not null,
  changes        jsonb not null,
  -- The rows of what proved them beside the password, by table.
  factors        jsonb not null,
  -- The imports and exports that they had begun.
  task_ids       integer[] not null,
  deleted_at     timestamptz(3) not null
);

create index deleted_accounts_deleted_at on deleted_accounts (deleted_at);

select pgboss.create_queue('accounts.forget', '{}');
