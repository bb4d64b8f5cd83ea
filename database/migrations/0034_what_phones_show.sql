-- Which version of a form a phone was given last: phones do not say which one they show, but they
-- fetch a form when there is a new one. What they answer is read against the version they have.
create table form_copies (
  election_id integer not null,
  observer_id integer not null,
  form_id     integer not null,
  -- The sign-in with which it was fetched. No foreign key: what it was given outlives a sign-in, since
  -- a phone that signs in anew fetches nothing that it has.
  session_id  uuid not null,
  version     integer not null,
  primary key (election_id, observer_id, form_id, session_id),
  foreign key (election_id, observer_id) references observers (election_id, id),
  foreign key (election_id, form_id, version)
    references form_versions (election_id, form_id, version)
);

-- Who is in the field by now is taken to have what is newest by now: an answer has been read like that
-- so far, and what is published from here on they have only once they fetch it.
insert into form_copies (election_id, observer_id, form_id, session_id, version)
select s.election_id, s.observer_id, f.id, s.id, f.current_version
  from (select distinct on (election_id, observer_id) election_id, observer_id, id
          from sessions where observer_id is not null
         order by election_id, observer_id, created_at desc) s
  join forms f on f.election_id = s.election_id and f.current_version > 0;

-- What an observer reads of an option: the question, its type, the option, whether it is flagged. Two
-- versions in which that is the same are the same to whoever answers. What does not say how it reads
-- is taken to read like nothing else.
alter table published_options add column reading uuid not null default gen_random_uuid();

update published_options p
   set reading = md5(jsonb_build_array(
         q ->> 'text', (q ->> 'questionType')::smallint, o ->> 'text', (o ->> 'flagged')::boolean
       )::text)::uuid
  from form_versions v
 cross join jsonb_array_elements(v.sections) s
 cross join jsonb_array_elements(s -> 'questions') q
 cross join jsonb_array_elements(q -> 'optionsToQuestions') o
 where v.election_id = p.election_id and v.form_id = p.form_id and v.version = p.form_version
   and (o ->> 'id')::integer = p.option_id;

-- The version that the phone showed when it sent what has no place; null where no form was meant.
alter table unplaced add column form_version integer;
