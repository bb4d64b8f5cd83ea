-- Whoever writes a form saves it before it has a code, or every text; observers are shown no gaps.
alter table forms drop constraint forms_code_check;
alter table forms add constraint forms_shown_have_a_code check (code <> '' or is_draft);
drop index forms_code_is_taken;
create unique index forms_code_is_taken on forms (election_id, code)
  where deleted_at is null and code <> '';
