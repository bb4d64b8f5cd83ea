-- How far each assignment is with each milestone (docs/decisions/075): what is owed follows from the plan, how far it
-- is from visits and answers, and both are written in the transaction of what changes them, after
-- `take_counting_turn`.

-- These stations with those that are counted as the same ones (docs/decisions/080). It begins with the merged ones, which
-- are few: a whole election may be asked for at once, in the transaction that loads it, of which there are no statistics.
create or replace function counted_as_one(election integer, station_ids integer[]) returns integer[]
  language sql stable as $$
  select array(select unnest(station_ids)
                union
               select s.id
                 from polling_stations m
                 join polling_stations s on s.election_id = m.election_id and s.counted_as = m.merged_into
                where m.election_id = election and m.merged_into is not null
                  and (m.id = any(station_ids) or m.merged_into = any(station_ids)))
$$;

-- The visits that fulfil a milestone at a station, or at one that is counted as the same: this observer's; or, `observer`
-- null, those of whoever of the organisation was there and does not only test.
create or replace function visits_for(election integer, station integer, observer integer, ngo integer)
  returns setof visits language sql stable as $$
  select v.* from visits v
   where v.election_id = election
     -- By two indexes: this is asked for each assignment and milestone.
     and v.polling_station_id = any(array(
           select s.id from polling_stations p
             join polling_stations s on s.election_id = p.election_id and s.counted_as = p.counted_as
            where p.election_id = election and p.id = station))
     -- Not `exists`, for which all observers would be read.
     and (v.observer_id = observer
          or observer is null and v.ngo_id = ngo
             and (select not c.is_test from observer_counts c
                   where c.election_id = v.election_id and c.observer_id = v.observer_id))
$$;

-- A message, and those that were the same one written once more: who opens one of them has read what it says.
create or replace function written_as(election integer, message integer) returns integer[] language sql stable as $$
  select array(select message union all
               select n.id from notifications n where n.election_id = election and n.again_of = message)
$$;

-- How far a milestone is: 0 nothing, 1 in part, 2 done. `observer` null: whoever of the organisation was there. Planned
-- once: it is asked for hundreds of times at once while reports wait, and to plan it takes ten times as long as to read.
create or replace function progress_of(m milestones, station integer, observer integer, ngo integer, assigned integer)
  returns smallint language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  fully boolean;
begin
  case m.kind
    when 'arrival' then
      return 2 * exists (select from visits_for(m.election_id, station, observer, ngo))::integer;
    when 'station-info' then
      return 2 * exists (
        select from visits_for(m.election_id, station, observer, ngo) v where v.facts_at is not null)::integer;
    when 'question' then
      return 2 * exists (
        select from visits_for(m.election_id, station, observer, ngo) v
          join answers a on a.election_id = v.election_id and a.visit_id = v.id
         where a.question_id = m.question_id)::integer;
    when 'message' then
      return 2 * exists (
        select from deliveries d
         where d.election_id = m.election_id and d.notification_id = any(written_as(m.election_id, m.notification_id))
           and d.observer_id = assigned and d.state = 'opened')::integer;
    else
      -- Of the version that the phone showed: whoever answered all of its questions is done.
      select bool_or(g.answered >= (select count(distinct o.question_id) from published_options o
                                     where o.election_id = m.election_id and o.form_id = m.form_id
                                       and o.form_version = g.version))
        into fully
        from (select count(distinct a.question_id) as answered, max(a.form_version) as version
                from visits_for(m.election_id, station, observer, ngo) v
                join answers a on a.election_id = v.election_id and a.visit_id = v.id
               where a.form_id = m.form_id
               group by v.id) g;
      return case when fully is null then 0 when fully then 2 else 1 end;
  end case;
end $$;

-- When what is done was reported, where nobody noted it as it came: the plan or the milestone is newer, or was taken
-- out in between.
create or replace function done_of(m milestones, station integer, observer integer, ngo integer, assigned integer)
  returns timestamptz language sql stable as $$
  select case m.kind
    when 'arrival' then (
      select min(v.last_modified) from visits_for(m.election_id, station, observer, ngo) v)
    when 'station-info' then (
      select min(v.facts_at) from visits_for(m.election_id, station, observer, ngo) v)
    when 'message' then (
      select min(d.at) from deliveries d
       where d.election_id = m.election_id and d.notification_id = any(written_as(m.election_id, m.notification_id))
         and d.observer_id = assigned and d.state = 'opened')
    else (
      select min(g.said_at)
        from (select max(a.received_at) as said_at
                from visits_for(m.election_id, station, observer, ngo) v
                join answers a on a.election_id = v.election_id and a.visit_id = v.id
               where a.form_id = m.form_id or a.question_id = m.question_id
               group by v.id) g)
  end
$$;

-- When something is due by one of the shift; null: it is not owed in that shift.
create or replace function due_of(m milestones, from_at timestamptz, until_at timestamptz) returns timestamptz
  language sql immutable as $$
  select case when m.due_at between from_at and until_at then m.due_at
              when m.due_after_min is not null then from_at + m.due_after_min * interval '1 minute' end
$$;

-- The milestones that nobody can fulfil: phones no longer show the form, because it is deleted, or the question, because
-- the newest version does without it; or the message was taken back. What no version has asked yet is to come.
create or replace function asked_of_nobody(election integer) returns integer[] language sql stable as $$
  select array(
    select m.id
      from milestones m
      left join notifications n on n.election_id = m.election_id and n.id = m.notification_id
      left join questions q on q.election_id = m.election_id and q.id = m.question_id
      left join forms f on f.election_id = m.election_id and f.id = coalesce(m.form_id, q.form_id)
     where m.election_id = election
       and (n.taken_back_at is not null
            or f.deleted_at is not null
            or exists (select from published_options o where o.election_id = election and o.question_id = q.id)
               and not exists (select from published_options o
                                where o.election_id = election and o.form_id = f.id
                                  and o.form_version = f.current_version and o.question_id = q.id)))
$$;

-- What is owed at these stations, and how far it is: as it should stand. Where a station is closed, nobody is expected;
-- a message is to be opened by those whom it was sent to.
create or replace function expected_at(election integer, station_ids integer[])
  returns table (assignment_id integer, milestone_id integer, observer_id integer, polling_station_id integer,
                 county_id integer, area_id integer, ngo_id integer, due_at timestamptz, progress smallint)
  language sql stable as $$
  select a.id, m.id, a.observer_id, a.polling_station_id, s.county_id, p.area_id, o.ngo_id,
         due_of(m, a.from_at, a.until_at),
         progress_of(m, a.polling_station_id, case when not m.for_station then a.observer_id end, o.ngo_id, a.observer_id)
    from assignments a
    join observers o on o.election_id = a.election_id and o.id = a.observer_id
    join ngos g on g.id = o.ngo_id and g.is_active
    join observer_counts c on c.election_id = o.election_id and c.observer_id = o.id
    join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
    join polling_stations p on p.election_id = s.election_id and p.id = s.counted_as and p.closed_at is null
    join milestones m on m.election_id = a.election_id and m.deleted_at is null
   where a.election_id = election and a.polling_station_id = any(station_ids) and a.deleted_at is null
     and o.deleted_at is null and not c.is_test
     and due_of(m, a.from_at, a.until_at) is not null
     -- At a change of shifts it is owed by who leaves, who was there before it was due; by who comes where nobody leaves.
     and not (m.due_at is not distinct from a.from_at and m.kind <> 'message'
              and exists (select from polling_stations u
                            join assignments n on n.election_id = u.election_id and n.polling_station_id = u.id
                            join observers k on k.election_id = n.election_id and k.id = n.observer_id
                            join observer_counts t on t.election_id = k.election_id and t.observer_id = k.id
                           where u.election_id = a.election_id and u.counted_as = s.counted_as
                             and n.until_at = a.from_at and n.deleted_at is null
                             and k.deleted_at is null and k.ngo_id = o.ngo_id and not t.is_test))
     -- Found once, not for each of them.
     and m.id <> all(array(select unnest(asked_of_nobody(election))))
     and (m.kind <> 'message'
          or (select true from deliveries d
               where d.election_id = a.election_id and d.notification_id = m.notification_id
                 and d.observer_id = a.observer_id))
$$;

-- Brings what is owed at these stations, and whether they are covered, in line with plan and milestones. Whoever reports
-- in the election waits meanwhile for their turn to count: what they report is noted afterwards, and what was reported
-- before is seen here. So it is called for few stations at a time.
create or replace function expect_at(election integer, station_ids integer[]) returns void
  language plpgsql as $$
begin
  perform take_counting_turn(election);
  perform expect_now(election, station_ids);
end $$;

-- The same, for whoever has the turn.
create or replace function expect_now(election integer, station_ids integer[]) returns void
  language plpgsql as $$
begin
  station_ids := counted_as_one(election, station_ids);
  delete from expectations e
   where e.election_id = election and e.polling_station_id = any(station_ids)
     and not exists (select from expected_at(election, station_ids) x
                      where x.assignment_id = e.assignment_id and x.milestone_id = e.milestone_id
                        and x.polling_station_id = e.polling_station_id);
  insert into expectations as e (election_id, assignment_id, milestone_id, observer_id, polling_station_id, county_id,
                                 area_id, ngo_id, due_at, progress, done_at, excused_at, excused_by)
  select election, x.assignment_id, x.milestone_id, x.observer_id, x.polling_station_id, x.county_id, x.area_id,
         x.ngo_id, x.due_at, x.progress,
         case when x.progress = 2
              then done_of(m, x.polling_station_id, case when not m.for_station then x.observer_id end, x.ngo_id,
                           x.observer_id) end,
         s.excused_at, s.excused_by
    from expected_at(election, station_ids) x
    join milestones m on m.election_id = election and m.id = x.milestone_id
    left join excuses s on s.election_id = election and s.assignment_id = x.assignment_id
                       and s.milestone_id = x.milestone_id
  on conflict (election_id, assignment_id, milestone_id) do update
    set observer_id = excluded.observer_id, polling_station_id = excluded.polling_station_id,
        county_id = excluded.county_id, area_id = excluded.area_id, ngo_id = excluded.ngo_id,
        due_at = excluded.due_at, progress = excluded.progress,
        done_at = case when excluded.progress = 2 then coalesce(e.done_at, excluded.done_at) end
    where (e.observer_id, e.polling_station_id, e.county_id, e.area_id, e.ngo_id, e.due_at, e.progress)
          is distinct from (excluded.observer_id, excluded.polling_station_id, excluded.county_id, excluded.area_id,
                            excluded.ngo_id, excluded.due_at, excluded.progress);
  perform cover_now(election, station_ids);
end $$;

-- What visits have changed of what is owed there, when something was taken back: all is looked at anew.
create or replace function note_progress(election integer, visit_ids integer[]) returns void
  language plpgsql as $$
begin
  with owed as (
    select e.assignment_id, e.milestone_id, e.progress, v.said_at,
           progress_of(m, e.polling_station_id, case when not m.for_station then e.observer_id end, e.ngo_id,
                       e.observer_id) as is_now
      from (select v.observer_id, v.polling_station_id, v.ngo_id, max(v.last_modified) as said_at,
                   counted_as_one(election, array[v.polling_station_id]) as here
              from visits v where v.election_id = election and v.id = any(visit_ids)
             group by 1, 2, 3) v
      join expectations e on e.election_id = election and e.polling_station_id = any(v.here)
      join milestones m on m.election_id = e.election_id and m.id = e.milestone_id
     where e.observer_id = v.observer_id or m.for_station and e.ngo_id = v.ngo_id
  )
  update expectations e
     set progress = o.is_now, done_at = case when o.is_now = 2 then o.said_at end
    from (select assignment_id, milestone_id, is_now, max(said_at) as said_at from owed
           where is_now <> progress group by 1, 2, 3) o
   where e.election_id = election and e.assignment_id = o.assignment_id and e.milestone_id = o.milestone_id;
end $$;

-- The same when nothing was taken back, which is nearly always: it follows from these visits alone, in one reading,
-- because all who report meanwhile wait for it. Only a form can fall back even so, from done to begun: whoever answers
-- in a newer version owes what that asks beyond the one before. Planned once: for few visits PostgreSQL would make a plan
-- each time, which takes four times as long as what it finds.
create or replace function note_more_progress(election integer, visit_ids integer[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  -- Once for all visits, and not again for each that is compared with it.
  with asked as materialized (
    select o.form_id, o.form_version, count(distinct o.question_id) as questions
      from published_options o
     where o.election_id = election
       and o.form_id in (select m.form_id from milestones m where m.election_id = election and m.kind = 'form')
     group by o.form_id, o.form_version
  ), forms as materialized (
    -- All of a visit in one row: a row for each form would be compared with each that is owed.
    select g.visit_id, array_agg(g.form_id) as ids,
           array_agg(case when g.answered >= k.questions then 2 else 1 end) as progress
      from (select a.visit_id, a.form_id, max(a.form_version) as version, count(distinct a.question_id) as answered
              from answers a
             where a.election_id = election and a.visit_id = any(visit_ids)
             group by a.visit_id, a.form_id) g
      join asked k on k.form_id = g.form_id and k.form_version = g.version
     group by g.visit_id
  ), reported as materialized (
    select v.observer_id, v.polling_station_id, v.ngo_id, v.last_modified, v.facts_at, v.id, f.ids, f.progress
      from visits v
      left join forms f on f.visit_id = v.id
     where v.election_id = election and v.id = any(visit_ids)
  ), owed as (
    select e.assignment_id, e.milestone_id, e.progress, max(v.last_modified) as said_at,
           max(case m.kind
                 when 'arrival' then 2
                 when 'station-info' then 2 * (v.facts_at is not null)::integer
                 when 'question' then 2 * exists (
                   select from answers a
                    where a.election_id = election and a.visit_id = v.id and a.question_id = m.question_id)::integer
                 else coalesce(v.progress[array_position(v.ids, m.form_id)], 0)
               end) as seen
      from reported v
      join polling_stations p on p.election_id = election and p.id = v.polling_station_id
      join polling_stations s on s.election_id = election and s.counted_as = p.counted_as
      join expectations e on e.election_id = election and e.polling_station_id = s.id
      join milestones m on m.election_id = election and m.id = e.milestone_id
     -- As `visits_for` has it.
     where (not m.for_station and e.observer_id = v.observer_id
            or m.for_station and e.ngo_id = v.ngo_id
               and exists (select from observer_counts c
                            where c.election_id = election and c.observer_id = v.observer_id and not c.is_test))
       and (m.kind = 'form' and m.form_id = any(v.ids)
            or e.progress < 2 and m.kind in ('arrival', 'station-info', 'question'))
     group by e.assignment_id, e.milestone_id, e.progress
  )
  update expectations e
     set progress = o.is_now, done_at = case when o.is_now = 2 then o.said_at end
    from (select x.assignment_id, x.milestone_id, x.said_at, n.is_now
            from owed x
           cross join lateral (
             select case when x.seen > x.progress then x.seen else (
                      select progress_of(m, w.polling_station_id, case when not m.for_station then w.observer_id end,
                                         w.ngo_id, w.observer_id)
                        from expectations w
                        join milestones m on m.election_id = w.election_id and m.id = w.milestone_id
                       where w.election_id = election and w.assignment_id = x.assignment_id
                         and w.milestone_id = x.milestone_id) end as is_now) n
           where x.seen > 0 and x.seen <> x.progress and n.is_now <> x.progress) o
   where e.election_id = election and e.assignment_id = o.assignment_id and e.milestone_id = o.milestone_id;
end $$;

-- Who takes an answer back may owe it again. This only remembers, until the transaction ends, that something was: it is
-- noted with the visit, which is changed after its answers are, because the turn of those who count comes after the
-- counts of stations, which may still be to come.
create or replace function answers_taken_back() returns trigger language plpgsql as $$
begin
  if exists (select from removed) then perform set_config('veghe.taken_back', 'on', true); end if;
  return null;
end $$;

create or replace trigger answers_taken_back after delete on answers
  referencing old table as removed for each statement execute function answers_taken_back();

create or replace function visits_progressed() returns trigger language plpgsql as $$
declare
  election integer;
  visit_ids integer[];
  station_ids integer[];
  is_less boolean := false;
begin
  if tg_op = 'INSERT' then
    select min(i.election_id), array_agg(i.id) into election, visit_ids from inserted i;
  elsif tg_op = 'UPDATE' then
    select min(u.election_id), array_agg(u.id),
           bool_or(r.facts_at is not null and u.facts_at is null or r.polling_station_id <> u.polling_station_id)
             or current_setting('veghe.taken_back', true) = 'on'
      into election, visit_ids, is_less
      from updated u join replaced r on r.election_id = u.election_id and r.id = u.id;
  else
    select min(r.election_id), array_agg(distinct r.polling_station_id) into election, station_ids from removed r;
  end if;
  if election is null or not exists (select from expectations e where e.election_id = election) then
    return null;
  end if;
  perform take_counting_turn(election);
  if tg_op = 'DELETE' then
    perform expect_now(election, station_ids);
  elsif is_less then
    perform note_progress(election, visit_ids);
  else
    perform note_more_progress(election, visit_ids);
  end if;
  return null;
end $$;

-- After what visits refer to is looked up (triggers go by their names): the turn is the last lock of all.
create or replace trigger visits_progressed_new after insert on visits
  referencing new table as inserted for each statement execute function visits_progressed();
create or replace trigger visits_progressed after update on visits
  referencing new table as updated old table as replaced for each statement execute function visits_progressed();
create or replace trigger visits_undone after delete on visits
  referencing old table as removed for each statement execute function visits_progressed();

-- A message that was opened.
create or replace function deliveries_opened() returns trigger language plpgsql as $$
declare
  election integer;
begin
  select u.election_id into election from updated u where u.state = 'opened' limit 1;
  if election is null or not exists (select from milestones m where m.election_id = election and m.kind = 'message') then
    return null;
  end if;
  perform take_counting_turn(election);
  update expectations e set progress = 2, done_at = u.at
    from updated u, notifications n, milestones m, assignments a
   where u.state = 'opened' and n.election_id = u.election_id and n.id = u.notification_id
     and m.election_id = u.election_id and m.notification_id in (n.id, n.again_of)
     and a.election_id = u.election_id and a.observer_id = u.observer_id and a.deleted_at is null
     and e.election_id = u.election_id and e.assignment_id = a.id and e.milestone_id = m.id and e.progress < 2;
  return null;
end $$;

create or replace trigger deliveries_opened after update on deliveries
  referencing new table as updated for each statement execute function deliveries_opened();

-- Whoever is sent a message that is to be opened owes that from now on.
create or replace function deliveries_owe() returns trigger language plpgsql as $$
begin
  if not exists (select from milestones m where m.kind = 'message' and m.notification_id in (
                   select i.notification_id from inserted i where i.election_id = m.election_id)) then
    return null;
  end if;
  perform expect_later(t.election_id, t.station_ids)
    from (select a.election_id, array_agg(distinct a.polling_station_id) as station_ids
            from inserted i
            join assignments a on a.election_id = i.election_id and a.observer_id = i.observer_id
                              and a.deleted_at is null
           group by a.election_id) t;
  return null;
end $$;

create or replace trigger deliveries_owe after insert on deliveries
  referencing new table as inserted for each statement execute function deliveries_owe();

-- A message that is taken back is owed by nobody.
create or replace function notifications_owe() returns trigger language plpgsql as $$
begin
  perform expect_later(t.election_id, null)
    from (select distinct u.election_id
            from updated u
            join replaced r on r.id = u.id
            join milestones m on m.election_id = u.election_id and m.notification_id = u.id
           where r.taken_back_at is null and u.taken_back_at is not null) t;
  return null;
end $$;

create or replace trigger notifications_owe after update on notifications
  referencing new table as updated old table as replaced for each statement execute function notifications_owe();

-- Leaves it to a job to work out anew what is owed at these stations, or, null, in the whole plan: whoever changes
-- observers or stations goes on to lock others, and the turn of those who count is the last lock of all.
create or replace function expect_later(election integer, station_ids integer[]) returns void
  language plpgsql as $$
begin
  insert into jobs (name, payload, tries_left)
  values ('assignments.expect',
          jsonb_strip_nulls(jsonb_build_object('electionId', election, 'stationIds', station_ids)), 6);
  perform pg_notify('veghe_jobs', 'assignments.expect');
end $$;

-- Who is deleted owes nothing; who comes back owes again. So it is with those who only test, which follows from what
-- is counted of them (test-observers.sql).
create or replace function observers_owe() returns trigger language plpgsql as $$
begin
  perform expect_later(t.election_id, t.station_ids)
    from (select a.election_id, array_agg(distinct a.polling_station_id) as station_ids
            from updated u
            join replaced r on r.election_id = u.election_id and r.id = u.id
            join assignments a on a.election_id = u.election_id and a.observer_id = u.id and a.deleted_at is null
           where (r.deleted_at is null, r.ngo_id) is distinct from (u.deleted_at is null, u.ngo_id)
           group by a.election_id) t;
  return null;
end $$;

create or replace trigger observers_owe after update on observers
  referencing new table as updated old table as replaced for each statement execute function observers_owe();

-- An organisation that is inactive is not counted: its observers owe nothing and cover nothing until it is active again.
-- A report or a plan that is not committed yet is not seen here, and was counted as the organisation was before: so where
-- such may come, all stations are looked at anew.
create or replace function ngos_owe() returns trigger language plpgsql as $$
begin
  perform expect_later(t.election_id, t.station_ids)
    from (select s.election_id, array_agg(distinct s.polling_station_id) as station_ids
            from updated u
            join replaced r on r.id = u.id and r.is_active <> u.is_active
           cross join lateral (
             select a.election_id, a.polling_station_id from observers o
               join assignments a on a.election_id = o.election_id and a.observer_id = o.id and a.deleted_at is null
              where o.ngo_id = u.id
             union all
             select v.election_id, v.polling_station_id from visits v where v.ngo_id = u.id
             union all
             select e.id, p.id from elections e
               join polling_stations p on p.election_id = e.id
              where e.state <> 'archived'
                and exists (select from observers o where o.election_id = e.id and o.ngo_id = u.id)) s
           group by s.election_id) t;
  return null;
end $$;

create or replace trigger ngos_owe after update on ngos
  referencing new table as updated old table as replaced for each statement execute function ngos_owe();

-- A form that is deleted is asked of nobody; one that comes back is owed again. So it is with a question that a newly
-- published version does without.
create or replace function forms_owe() returns trigger language plpgsql as $$
begin
  perform expect_later(t.election_id, null)
    from (select distinct u.election_id
            from updated u
            join replaced r on r.election_id = u.election_id and r.id = u.id
            join milestones m on m.election_id = u.election_id
            left join questions q on q.election_id = m.election_id and q.id = m.question_id
           where u.id = coalesce(m.form_id, q.form_id)
             and ((r.deleted_at is null) <> (u.deleted_at is null)
                  or 1 = (select count(distinct o.form_version) from published_options o
                           where o.election_id = u.election_id and o.form_id = u.id and o.question_id = q.id
                             and o.form_version in (r.current_version, u.current_version)))) t;
  return null;
end $$;

create or replace trigger forms_owe after update on forms
  referencing new table as updated old table as replaced for each statement execute function forms_owe();

-- A station that goes takes along what is owed there, one that comes back brings it, one that moves counts elsewhere; at
-- one that is closed nobody is expected. At one that is merged into another, or parted from it, what was reported from both
-- fulfils what is owed at either, or no longer does.
-- A report that is not committed yet is not seen here, and was counted as the station was before: so one that changes is
-- always looked at anew. From one that is new or gone nothing can be reported meanwhile.
create or replace function stations_owe() returns trigger language plpgsql as $$
declare
  election integer;
  station_ids integer[];
begin
  if tg_op = 'INSERT' then
    select min(i.election_id), array_agg(i.id) into election, station_ids from inserted i;
  elsif tg_op = 'DELETE' then
    select min(r.election_id), array_agg(r.id) into election, station_ids from removed r;
  else
    select min(u.election_id), array_agg(distinct s.id) into election, station_ids
      from updated u
      join replaced r on r.election_id = u.election_id and r.id = u.id
     cross join lateral (values (u.id), (u.counted_as), (r.counted_as)) as s (id)
     where (r.county_id, r.area_id, r.closed_at is null, r.counted_as)
           <> (u.county_id, u.area_id, u.closed_at is null, u.counted_as);
  end if;
  station_ids := counted_as_one(election, station_ids);
  if tg_op = 'UPDATE' and cardinality(station_ids) > 0
     or exists (select from assignments a
                 where a.election_id = election and a.polling_station_id = any(station_ids))
     or exists (select from visits v
                 where v.election_id = election and v.polling_station_id = any(station_ids)) then
    perform expect_later(election, station_ids);
  end if;
  return null;
end $$;

create or replace trigger stations_owe_new after insert on polling_stations
  referencing new table as inserted for each statement execute function stations_owe();
create or replace trigger stations_owe_moved after update on polling_stations
  referencing new table as updated old table as replaced for each statement execute function stations_owe();
create or replace trigger stations_owe_gone after delete on polling_stations
  referencing old table as removed for each statement execute function stations_owe();

-- Counts what is owed, by county and organisation.
create or replace function expectations_changed() returns trigger language plpgsql as $$
declare
  are expectations[] := '{}';
  were expectations[] := '{}';
begin
  if tg_op <> 'DELETE' then are := array(select row(e.*)::expectations from added e); end if;
  if tg_op <> 'INSERT' then were := array(select row(e.*)::expectations from removed e); end if;
  if cardinality(are) = 0 and cardinality(were) = 0 then return null; end if;
  insert into expectation_counts as c (election_id, county_id, ngo_id, milestone_id, due_at, expected, begun, done, excused)
  select d.election_id, d.county_id, d.ngo_id, d.milestone_id, d.due_at, sum(d.sign),
         sum(d.sign * (d.progress = 1 and d.excused_at is null)::integer),
         sum(d.sign * (d.progress = 2)::integer),
         sum(d.sign * (d.progress < 2 and d.excused_at is not null)::integer)
    from (select e.*, 1 as sign from unnest(are) e union all select e.*, -1 from unnest(were) e) d
   group by d.election_id, d.county_id, d.ngo_id, d.milestone_id, d.due_at
  having sum(d.sign) <> 0 or sum(d.sign * (d.progress = 1 and d.excused_at is null)::integer) <> 0
      or sum(d.sign * (d.progress = 2)::integer) <> 0
      or sum(d.sign * (d.progress < 2 and d.excused_at is not null)::integer) <> 0
   order by 1, 2, 3, 4, 5
  on conflict (election_id, county_id, ngo_id, milestone_id, due_at) do update
    set expected = c.expected + excluded.expected, begun = c.begun + excluded.begun,
        done = c.done + excluded.done, excused = c.excused + excluded.excused;
  return null;
end $$;

create or replace trigger expectations_added after insert on expectations
  referencing new table as added for each statement execute function expectations_changed();
create or replace trigger expectations_updated after update on expectations
  referencing new table as added old table as removed for each statement execute function expectations_changed();
create or replace trigger expectations_removed after delete on expectations
  referencing old table as removed for each statement execute function expectations_changed();
