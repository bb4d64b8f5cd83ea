-- Whether the numbers that are kept are those that counting gives, as it was found last: one process
-- looks, and each says it to whoever watches.
create table recounts (
  election_id integer not null references elections,
  counter     text not null,
  -- How many rows of it said something else and were left so.
  differing   integer not null,
  compared_at timestamptz(3) not null,
  primary key (election_id, counter)
);

-- Acts that changed many things at once have what they touched counted anew.
select pgboss.create_queue('counts.compare', '{}');
