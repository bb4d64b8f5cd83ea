-- Who did what to what: appended in the transaction of the act, never changed.
create table history (
  id          bigint generated always as identity primary key,
  election_id integer references elections,
  at          timestamptz(3) not null,
  -- 'observer', 'organiser', 'ngo-administrator', 'server', or 'stranger' for a failed sign-in.
  actor_role  text not null,
  actor_id    integer,
  actor_name  text not null,
  -- In the past tense: 'answers.received', 'session.refused'.
  act         text not null,
  subject     text not null,
  subject_id  integer,
  before      jsonb,
  after       jsonb
);

create index history_of_subject on history (election_id, subject, subject_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'history is only ever added to';
end $$;

create trigger history_is_final before update or delete or truncate on history
  for each statement execute function refuse_change();
