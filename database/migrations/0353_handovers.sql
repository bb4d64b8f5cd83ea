-- What one shift hands over to the next, in an organisation: written by who leaves, taken over by who comes.
create table handovers (
  election_id     integer not null references elections,
  id              integer generated always as identity,
  ngo_id          integer not null references ngos,
  -- The counties to which the author is limited; null: none.
  county_ids      integer[],
  text            text not null check (text <> ''),
  -- Who left and who came, by names that outlive the accounts.
  written_by      integer not null,
  written_by_name text not null,
  written_at      timestamptz(3) not null,
  taken_by        integer,
  taken_by_name   text,
  taken_at        timestamptz(3),
  deleted_at      timestamptz(3),
  primary key (election_id, id),
  check (num_nonnulls(taken_by, taken_by_name, taken_at) in (0, 3))
);
