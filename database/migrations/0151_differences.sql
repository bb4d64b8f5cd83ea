-- Where observers differ, as a list (docs/decisions/082). A job judges it from the answers, because what an answer says
-- are the words of the version that its phone showed; a report writes nothing here.
--
-- The questions to which two visits to one station, or to stations that are counted as one, gave answers that say different
-- things: what each of these visits said. Whose visits a reader sees, who only tests, and what an observer said last is
-- looked up as it is read, so a row says nothing of that. A visit that is gone is no longer read, and the job removes it.
create table differing_answers (
  election_id        integer not null references elections,
  -- The one that stands for all that are counted as one with it.
  polling_station_id integer not null,
  question_id        integer not null,
  visit_id           integer not null,
  form_version       integer not null,
  -- As JSON, because a settling keeps a digest of it.
  said               text collate "C" not null,
  said_at            timestamptz(3) not null,
  -- Whether its observer has answered the question at another of these stations as well.
  is_again           boolean not null,
  primary key (election_id, polling_station_id, question_id, visit_id)
);

-- The visits that were compared, each by the version in which it was read: the transaction that wrote its row, which
-- every change of its answers changes. Not a moment: reports commit in another order than they were sent in, and what was
-- placed late goes back again.
create table compared_visits (
  election_id        integer not null references elections,
  polling_station_id integer not null,
  visit_id           integer not null,
  version            text not null,
  primary key (election_id, polling_station_id, visit_id)
);
