-- Beside `notes_once`, which finds the notes of a visit, the former index would be read whole for each visit.
drop index notes_on_question;
create index notes_on_question on notes (election_id, question_id, visit_id) where question_id is not null;
