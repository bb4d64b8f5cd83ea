-- Lists that staff keep under a name, with their filters and order. Others see it by `sharing`.
create table views (
  election_id integer not null references elections,
  id          integer generated always as identity,
  name        text not null check (name <> ''),
  -- The page of the list, and its address behind the question mark.
  list        text not null,
  search      text not null,
  sharing     text not null check (sharing in ('own', 'organisation', 'everybody')),
  ngo_id      integer not null references ngos,
  -- The author, by a name that outlives the account.
  kept_by      integer not null,
  kept_by_name text not null,
  deleted_at  timestamptz(3),
  primary key (election_id, id)
);
