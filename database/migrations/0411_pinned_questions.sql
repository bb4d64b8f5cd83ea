-- Questions whose answers the statistics page shows, one set for an election. What is unpinned keeps its place, for undo.
create table pinned_questions (
  election_id integer not null,
  question_id integer not null,
  pinned_at   timestamptz(3) not null,
  unpinned_at timestamptz(3),
  primary key (election_id, question_id),
  foreign key (election_id, question_id) references questions
);
