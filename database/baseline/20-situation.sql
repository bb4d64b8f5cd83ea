-- Links by which a wall screen shows an election without an account: only a digest of the link. A withdrawn link is
-- kept, so that it can be restored.
create table wall_links (
  election_id  integer not null references elections,
  id           integer generated always as identity,
  name         text not null,
  digest       text not null,
  made_at      timestamptz(3) not null,
  -- To the minute.
  used_at      timestamptz(3),
  withdrawn_at timestamptz(3),
  primary key (election_id, id),
  constraint wall_links_one_of_a_digest unique (digest)
);
