-- Links by which a screen on a wall shows where an election stands, without an account: a digest of what stands in the
-- link, never that itself. One that is withdrawn is kept, so that it can be given back.
create table wall_links (
  election_id  integer not null references elections,
  id           integer generated always as identity,
  name         text not null,
  digest       text not null constraint wall_links_one_of_a_digest unique,
  made_at      timestamptz(3) not null,
  -- To the minute.
  used_at      timestamptz(3),
  withdrawn_at timestamptz(3),
  primary key (election_id, id)
);
