-- Counts the answers to one question, and finds the reports behind an option, without reading the answers themselves.
-- The key begins with the visit, as reports need it.
create index answers_by_option on answers (election_id, question_id, option_id, visit_id);
