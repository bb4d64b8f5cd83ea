-- What observers differ on is kept for each reader instead of what each visit said (docs/decisions/082): where many were at
-- each station, all that they said had to be compared anew whenever somebody looked.
drop table differing_answers;
-- All is compared again.
truncate compared_visits;

-- A question on which observers at a station differ, those at merged stations included: among all who do not only test
-- (`ngo_id` 0), or among those of one organisation.
create table differences (
  election_id        integer not null references elections,
  ngo_id             integer not null,
  -- The one that stands for all that are counted as one with it.
  polling_station_id integer not null,
  question_id        integer not null,
  form_id            integer not null,
  -- The newest that was answered: it has the words.
  form_version       integer not null,
  -- The digest that a settling keeps: it is valid while the two are one.
  answers            text not null,
  said_at            timestamptz(3) not null,
  primary key (election_id, ngo_id, polling_station_id, question_id)
);

create index differences_of_station on differences (election_id, polling_station_id);
