-- References that are checked once per statement. PostgreSQL's foreign keys look up each row's reference by itself, which
-- for a visit and ten answers took as long as writing them. These give the same guarantee to all writers: a referenced
-- row is locked until the transaction ends (`for key share`, in the order of the keys), so it cannot be deleted
-- meanwhile, and a deletion looks for references to the row afterwards. They fail with PostgreSQL's own error code.

-- The references: from columns of one table to columns of another. Null refers to nothing.
create or replace view statement_references (from_table, from_columns, to_table, to_columns) as
  values ('answers', '{election_id,visit_id}'::text[], 'visits', '{election_id,id}'::text[]),
         ('answers', '{election_id,option_id,form_version,question_id,form_id}', 'published_options',
          '{election_id,option_id,form_version,question_id,form_id}'),
         ('visits', '{election_id}', 'elections', '{id}'),
         ('visits', '{ngo_id}', 'ngos', '{id}'),
         ('visits', '{election_id,observer_id}', 'observers', '{election_id,id}'),
         ('visits', '{election_id,polling_station_id}', 'polling_stations', '{election_id,id}'),
         ('visits', '{election_id,county_id}', 'areas', '{election_id,id}'),
         ('history', '{election_id}', 'elections', '{id}');

create or replace function refuse_orphan(from_table text, to_table text) returns void
  language plpgsql as $$
begin
  raise foreign_key_violation using
    message = format('what rows of "%s" refer to is not there in "%s"', from_table, to_table),
    table = from_table, constraint = from_table || '_refer_to_' || to_table;
end $$;

-- The referring tables. A row looks up its parent by index, whatever was planned before: the locks keep PostgreSQL from
-- joining. A function for each table, with a lookup for each reference, in the order of its keys. Observers, stations,
-- then areas: the order in which staff lock rows that they delete.
do $$
declare
  one record;
begin
  for one in
    select r.from_table, string_agg(format($look$
  if exists (
    select from (select distinct %1$s from came c where (%1$s) is not null order by %1$s) c
      left join lateral (select true as is_there from %2$I p where %3$s for key share) p on true
    having not coalesce(bool_and(coalesce(p.is_there, false)), true)
  ) then perform refuse_orphan(%4$L, %2$L); end if;$look$,
             k.own, r.to_table, k.condition, r.from_table), '' order by array_position(array['observers', 'polling_stations', 'areas'], r.to_table), r.to_table)
           as looks
      from statement_references r
     cross join lateral (
       select string_agg(format('c.%I', f), ', ' order by place) as own,
              string_agg(format('p.%I = c.%I', t, f), ' and ' order by place) as condition
         from unnest(r.from_columns, r.to_columns) with ordinality as u (f, t, place)) k
     group by r.from_table
  loop
    execute format('create or replace function %I() returns trigger language plpgsql as $refer$
begin%s
  return null;
end $refer$', one.from_table || '_refer', one.looks);
    execute format('create or replace trigger %I after insert on %I referencing new table as came
                      for each statement execute function %I()',
                   one.from_table || '_checked', one.from_table, one.from_table || '_refer');
  end loop;
end $$;

-- An answer's reference changes with the wording; other references rarely or never change, and their rows are updated
-- often.
create or replace trigger answers_still_refer after update on answers
  referencing new table as came for each statement execute function answers_refer();

-- A changed reference is looked up by itself.
create or replace function still_refers() returns trigger language plpgsql as $$
declare
  one record;
  is_there boolean;
begin
  for one in
    select r.to_table,
           (select string_agg(format('p.%I = ($1).%I', t, f), ' and ')
              from unnest(r.from_columns, r.to_columns) as k (f, t)) as condition,
           (select string_agg(format('($1).%I', f), ', ') from unnest(r.from_columns) as k (f)) as own
      from statement_references r where r.from_table = tg_table_name
     order by r.to_table
  loop
    execute format('select row(%s) is null or exists (select from %I p where %s for key share)',
                   one.own, one.to_table, one.condition) into is_there using new;
    if not is_there then perform refuse_orphan(tg_table_name, one.to_table); end if;
  end loop;
  return null;
end $$;

do $$
declare
  one record;
begin
  for one in
    select r.from_table, string_agg(distinct format('%I', k.name), ', ') as keys,
           string_agg(distinct format('old.%I is distinct from new.%I', k.name, k.name), ' or ') as changed
      from statement_references r cross join unnest(r.from_columns) as k (name)
     where r.from_table <> 'answers'
     group by r.from_table
  loop
    execute format('create or replace trigger %I after update of %s on %I for each row when (%s)
                      execute function still_refers()',
                   one.from_table || '_still_refer', one.keys, one.from_table, one.changed);
  end loop;
end $$;

-- Deletions and key changes of referenced rows are rare. In a transaction with a snapshot of its start they are refused:
-- it cannot see newer references.

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
     order by r.from_table
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
  for one in
    select r.from_table from statement_references r where r.to_table = tg_table_name
     order by r.from_table
  loop
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

-- All of them at once, for rows that were inserted while triggers were off: when a backup is restored.
create or replace function expect_no_orphans() returns void language plpgsql as $$
declare
  one record;
  is_orphan boolean;
begin
  for one in
    select r.from_table, r.to_table,
           (select string_agg(format('c.%I', f), ', ') from unnest(r.from_columns) as k (f)) as own,
           (select string_agg(format('p.%I = c.%I', t, f), ' and ')
              from unnest(r.to_columns, r.from_columns) as k (t, f)) as condition
      from statement_references r
  loop
    execute format('select exists (select from %I c where (%s) is not null
                                      and not exists (select from %I p where %s))',
                   one.from_table, one.own, one.to_table, one.condition) into is_orphan;
    if is_orphan then perform refuse_orphan(one.from_table, one.to_table); end if;
  end loop;
end $$;
