-- Suggestions are computed from flagged answers (docs/decisions/092). A dismissal of an organisation leaves out the
-- answers of a station (`question_id` null), or to a question in a county, that came until then.
create table dismissed_suggestions (
  election_id  integer not null references elections,
  id           integer generated always as identity,
  ngo_id       integer not null references ngos,
  place_id     integer not null,
  question_id  integer,
  until_at     timestamptz(3) not null,
  -- Who may undo it; without a foreign key, as for owners.
  dismissed_by integer not null,
  primary key (election_id, id)
);
