-- A question that is answered by a file: by a note that names the question and has one.
alter table questions
  drop constraint questions_are_of_a_known_kind,
  add constraint questions_are_of_a_known_kind
    check (kind in ('choice', 'whole', 'decimal', 'line', 'text', 'date', 'time', 'moment', 'rating', 'file'));

-- The notes on a question; most are about a station.
create index notes_on_question on notes (election_id, question_id) where question_id is not null;
