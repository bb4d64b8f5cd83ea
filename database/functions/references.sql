-- References that are checked once for a whole statement. PostgreSQL's own foreign keys look up what each row by
-- itself refers to, which for ten answers to a report took as long as to write them. These hold as theirs do, for
-- whoever writes: what is referred to is locked until the transaction ends (`for key share`, in the order of its
-- keys), so that nobody takes it away meanwhile, and whoever takes it away looks for what refers to it once
-- it is gone. They are refused with PostgreSQL's own code.

-- Which there are: from which columns of which table to which of another.
create or replace view statement_references (from_table, from_columns, to_table, to_columns) as
  values ('answers', '{election_id,visit_id}'::text[], 'visits', '{election_id,id}'::text[]),
         ('answers', '{election_id,option_id,form_version,question_id,form_id}', 'published_options',
          '{election_id,option_id,form_version,question_id,form_id}');

create or replace function refuse_orphan(from_table text, to_table text) returns void
  language plpgsql as $$
begin
  raise foreign_key_violation using
    message = format('what rows of "%s" refer to is not there in "%s"', from_table, to_table),
    table = from_table, constraint = from_table || '_refer_to_' || to_table;
end $$;

-- A row looks up its parent by index, whatever was planned before: the locks keep PostgreSQL from joining.
create or replace function answers_refer() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct election_id, visit_id from came order by 1, 2) a
      left join lateral (
        select true as is_there from visits v
         where v.election_id = a.election_id and v.id = a.visit_id for key share) v on true
    having not coalesce(bool_and(coalesce(v.is_there, false)), true)
  ) then perform refuse_orphan('answers', 'visits'); end if;
  if exists (
    select from (select distinct election_id, option_id, form_version, question_id, form_id
                   from came order by 1, 2, 3) a
      left join lateral (
        select true as is_there from published_options p
         where p.election_id = a.election_id and p.option_id = a.option_id
           and p.form_version = a.form_version and p.question_id = a.question_id
           and p.form_id = a.form_id for key share) p on true
    having not coalesce(bool_and(coalesce(p.is_there, false)), true)
  ) then perform refuse_orphan('answers', 'published_options'); end if;
  return null;
end $$;

create or replace trigger answers_refer after insert on answers
  referencing new table as came for each statement execute function answers_refer();
create or replace trigger answers_still_refer after update on answers
  referencing new table as came for each statement execute function answers_refer();

-- Of a transaction that sees the database as it was when it began, nobody could say what refers to it by now.
create or replace function expect_fresh_view() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise feature_not_supported using
      message = 'what is referred to is only taken away in a transaction that reads what is committed';
  end if;
end $$;

create or replace function visits_gone() returns trigger language plpgsql as $$
begin
  if not exists (select from gone) then return null; end if;
  perform expect_fresh_view();
  if exists (
    select from gone g
     cross join lateral (select from answers a
                          where a.election_id = g.election_id and a.visit_id = g.id limit 1) a
  ) then perform refuse_orphan('answers', 'visits'); end if;
  return null;
end $$;

create or replace trigger visits_gone after delete on visits
  referencing old table as gone for each statement execute function visits_gone();

create or replace function published_options_gone() returns trigger language plpgsql as $$
begin
  if not exists (select from gone) then return null; end if;
  perform expect_fresh_view();
  if exists (
    select from gone g
     cross join lateral (select from answers a
                          where a.election_id = g.election_id and a.option_id = g.option_id
                            and a.form_version = g.form_version limit 1) a
  ) then perform refuse_orphan('answers', 'published_options'); end if;
  return null;
end $$;

create or replace trigger published_options_gone after delete on published_options
  referencing old table as gone for each statement execute function published_options_gone();

-- What is referred to keeps its key.
create or replace function refuse_key() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using
    message = format('rows of "%s" are referred to and keep their keys', tg_table_name),
    table = tg_table_name;
end $$;

create or replace trigger visits_keep_keys before update of election_id, id on visits
  for each row when ((old.election_id, old.id) is distinct from (new.election_id, new.id))
  execute function refuse_key();
create or replace trigger published_options_keep_keys
  before update of election_id, option_id, form_version, question_id, form_id on published_options
  for each row when ((old.election_id, old.option_id, old.form_version, old.question_id, old.form_id)
    is distinct from (new.election_id, new.option_id, new.form_version, new.question_id, new.form_id))
  execute function refuse_key();

-- Emptied together with what refers to them they may be.
create or replace function expect_unreferred() returns trigger language plpgsql as $$
begin
  if exists (select from answers) then perform refuse_orphan('answers', tg_table_name); end if;
  return null;
end $$;

create or replace trigger visits_truncated after truncate on visits
  for each statement execute function expect_unreferred();
create or replace trigger published_options_truncated after truncate on published_options
  for each statement execute function expect_unreferred();

-- All of them at once, for rows that were put in while triggers were off: as a backup is restored.
create or replace function expect_no_orphans() returns void language plpgsql as $$
declare
  one record;
  is_orphan boolean;
begin
  for one in
    select r.from_table, r.to_table,
           (select string_agg(format('p.%I = c.%I', t, f), ' and ')
              from unnest(r.to_columns, r.from_columns) as k (t, f)) as condition
      from statement_references r
  loop
    execute format('select exists (select from %I c where not exists (select from %I p where %s))',
                   one.from_table, one.to_table, one.condition) into is_orphan;
    if is_orphan then perform refuse_orphan(one.from_table, one.to_table); end if;
  end loop;
end $$;
