-- The elections whose incidents are shown to readers without an account; no row: switched off.
create table public_registers (
  election_id  integer primary key references elections,
  published_at timestamptz(3) not null,
  -- An account, by a name that outlives it.
  published_by text not null
);
