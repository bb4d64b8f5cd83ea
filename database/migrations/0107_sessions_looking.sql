-- An organiser reads an archived election while the others go on in the current one (docs/decisions/063).
alter table sessions add column looks_at_id integer references elections (id);
create index sessions_looking on sessions (looks_at_id) where looks_at_id is not null;
