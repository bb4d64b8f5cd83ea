-- Changes that are not counted yet (docs/decisions/084). Every row is added by the transaction that changes a source of
-- figures; the projector recounts what depends on it and deletes it. There is no unique key, so that writers do not wait.
create table marks (
  election_id integer not null,
  id          bigint generated always as identity,
  -- The table of the keys: stations, visits, observers.
  subject     text not null,
  -- First and last key, both included: one row for any number of subjects.
  first_key   integer not null,
  last_key    integer not null,
  marked_at   timestamptz not null default now(),
  primary key (election_id, id),
  constraint marks_end_after_they_begin check (first_key <= last_key)
);
