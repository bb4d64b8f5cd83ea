-- References that are checked once for a whole statement. PostgreSQL's own foreign keys look up what each row by
-- itself refers to, which for a visit and ten answers took as long as to write them. These hold as theirs do, for
-- whoever writes: what is referred to is locked until the transaction ends (`for key share`, in the order of its
-- keys), so that nobody takes it away meanwhile, and whoever takes it away looks for what refers to it once
-- it is gone. They are refused with PostgreSQL's own code.

-- Which there are: from which columns of which table to which of another.
create or replace view statement_references (from_table, from_columns, to_table, to_columns) as
  values ('answers', '{election_id,visit_id}'::text[], 'visits', '{election_id,id}'::text[]),
         ('answers', '{election_id,option_id,form_version,question_id,form_id}', 'published_options',
          '{election_id,option_id,form_version,question_id,form_id}'),
         ('visits', '{election_id}', 'elections', '{id}'),
         ('visits', '{ngo_id}', 'ngos', '{id}'),
         ('visits', '{election_id,observer_id}', 'observers', '{election_id,id}'),
         ('visits', '{election_id,polling_station_id}', 'polling_stations', '{election_id,id}'),
         ('visits', '{election_id,county_id}', 'areas', '{election_id,id}');

create or replace function refuse_orphan(from_table text, to_table text) returns void
  language plpgsql as $$
begin
  raise foreign_key_violation using
    message = format('what rows of "%s" refer to is not there in "%s"', from_table, to_table),
    table = from_table, constraint = from_table || '_refer_to_' || to_table;
end $$;

-- Those that refer. A row looks up its parent by index, whatever was planned before: the locks keep PostgreSQL from
-- joining.

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

create or replace function expect_references(are visits[]) returns void language plpgsql as $$
begin
  if exists (
    select from (select distinct election_id from unnest(are) order by 1) v
      left join lateral (
        select true as is_there from elections e where e.id = v.election_id for key share) e on true
    having not coalesce(bool_and(coalesce(e.is_there, false)), true)
  ) then perform refuse_orphan('visits', 'elections'); end if;
  if exists (
    select from (select distinct ngo_id from unnest(are) order by 1) v
      left join lateral (
        select true as is_there from ngos n where n.id = v.ngo_id for key share) n on true
    having not coalesce(bool_and(coalesce(n.is_there, false)), true)
  ) then perform refuse_orphan('visits', 'ngos'); end if;
  if exists (
    select from (select distinct election_id, observer_id from unnest(are) order by 1, 2) v
      left join lateral (
        select true as is_there from observers o
         where o.election_id = v.election_id and o.id = v.observer_id for key share) o on true
    having not coalesce(bool_and(coalesce(o.is_there, false)), true)
  ) then perform refuse_orphan('visits', 'observers'); end if;
  if exists (
    select from (select distinct election_id, polling_station_id from unnest(are) order by 1, 2) v
      left join lateral (
        select true as is_there from polling_stations s
         where s.election_id = v.election_id and s.id = v.polling_station_id for key share) s on true
    having not coalesce(bool_and(coalesce(s.is_there, false)), true)
  ) then perform refuse_orphan('visits', 'polling_stations'); end if;
  if exists (
    select from (select distinct election_id, county_id from unnest(are) order by 1, 2) v
      left join lateral (
        select true as is_there from areas a
         where a.election_id = v.election_id and a.id = v.county_id for key share) a on true
    having not coalesce(bool_and(coalesce(a.is_there, false)), true)
  ) then perform refuse_orphan('visits', 'areas'); end if;
end $$;

create or replace function visits_refer() returns trigger language plpgsql as $$
begin
  perform expect_references(array(select row(v.*)::visits from came v));
  return null;
end $$;

create or replace trigger visits_refer after insert on visits
  referencing new table as came for each statement execute function visits_refer();

-- What a visit refers to rarely changes, and a report changes visits often.
create or replace function visit_refers() returns trigger language plpgsql as $$
begin
  perform expect_references(array[new]);
  return null;
end $$;

create or replace trigger visits_still_refer
  after update of election_id, ngo_id, observer_id, polling_station_id, county_id on visits
  for each row when (
    (old.election_id, old.ngo_id, old.observer_id, old.polling_station_id, old.county_id)
    is distinct from (new.election_id, new.ngo_id, new.observer_id, new.polling_station_id, new.county_id))
  execute function visit_refers();

-- Those that are referred to: they go, or get another key, rarely, once nothing refers to them. Of a transaction
-- that sees the database as it was when it began, nobody could say what refers to them by now.

create or replace function expect_unreferred() returns trigger language plpgsql as $$
declare
  one record;
  is_referred boolean;
begin
  if not exists (select from gone) then return null; end if;
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise feature_not_supported using
      message = 'what is referred to is only taken away in a transaction that reads what is committed';
  end if;
  for one in
    select r.from_table,
           (select string_agg(format('c.%I = g.%I', f, t), ' and ')
              from unnest(r.from_columns, r.to_columns) as k (f, t)) as condition
      from statement_references r where r.to_table = tg_table_name
  loop
    execute format('select exists (select from gone g cross join lateral (
                      select from %I c where %s limit 1) c)', one.from_table, one.condition)
       into is_referred;
    if is_referred then perform refuse_orphan(one.from_table, tg_table_name); end if;
  end loop;
  return null;
end $$;

create or replace function expect_unreferred_when_empty() returns trigger language plpgsql as $$
declare
  one record;
  is_referred boolean;
begin
  for one in select r.from_table from statement_references r where r.to_table = tg_table_name loop
    execute format('select exists (select from %I)', one.from_table) into is_referred;
    if is_referred then perform refuse_orphan(one.from_table, tg_table_name); end if;
  end loop;
  return null;
end $$;

create or replace function expect_unreferred_key() returns trigger language plpgsql as $$
declare
  one record;
  is_referred boolean;
begin
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise feature_not_supported using
      message = 'what is referred to only gets another key in a transaction that reads what is committed';
  end if;
  for one in
    select r.from_table,
           (select string_agg(format('c.%I = ($1).%I', f, t), ' and ')
              from unnest(r.from_columns, r.to_columns) as k (f, t)) as condition
      from statement_references r where r.to_table = tg_table_name
  loop
    execute format('select exists (select from %I c where %s)', one.from_table, one.condition)
       into is_referred using old;
    if is_referred then perform refuse_orphan(one.from_table, tg_table_name); end if;
  end loop;
  return new;
end $$;

do $$
declare
  one record;
begin
  for one in
    select r.to_table, string_agg(distinct format('%I', k.name), ', ') as keys,
           string_agg(distinct format('old.%I is distinct from new.%I', k.name, k.name), ' or ') as changed
      from statement_references r cross join unnest(r.to_columns) as k (name)
     group by r.to_table
  loop
    execute format('create or replace trigger %I after delete on %I referencing old table as gone
                      for each statement execute function expect_unreferred()',
                   one.to_table || '_unreferred', one.to_table);
    execute format('create or replace trigger %I after truncate on %I
                      for each statement execute function expect_unreferred_when_empty()',
                   one.to_table || '_unreferred_when_empty', one.to_table);
    execute format('create or replace trigger %I before update of %s on %I for each row when (%s)
                      execute function expect_unreferred_key()',
                   one.to_table || '_keep_keys', one.keys, one.to_table, one.changed);
  end loop;
end $$;

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
