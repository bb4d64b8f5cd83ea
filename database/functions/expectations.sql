-- How far each assignment is with each milestone (docs/decisions/075): what is owed follows from the plan, how far it
-- is from visits and answers, and both are written in the transaction of what changes them, after
-- `take_counting_turn`.

-- How far a milestone is: 0 nothing, 1 in part, 2 done. `observer` null: whoever of the organisation was there.
create or replace function progress_of(m milestones, station integer, observer integer, ngo integer, assigned integer)
  returns smallint language plpgsql stable as $$
declare
  fully boolean;
begin
  case m.kind
    when 'arrival' then
      return 2 * exists (
        select from visits v
         where v.election_id = m.election_id and v.polling_station_id = station
           and (v.observer_id = observer or observer is null and v.ngo_id = ngo))::integer;
    when 'station-info' then
      return 2 * exists (
        select from visits v
         where v.election_id = m.election_id and v.polling_station_id = station and v.facts_at is not null
           and (v.observer_id = observer or observer is null and v.ngo_id = ngo))::integer;
    when 'question' then
      return 2 * exists (
        select from visits v
          join answers a on a.election_id = v.election_id and a.visit_id = v.id and a.question_id = m.question_id
         where v.election_id = m.election_id and v.polling_station_id = station
           and (v.observer_id = observer or observer is null and v.ngo_id = ngo))::integer;
    when 'message' then
      return 2 * exists (
        select from deliveries d
         where d.election_id = m.election_id and d.notification_id = m.notification_id
           and d.observer_id = assigned and d.state = 'opened')::integer;
    else
      -- Of the version that the phone showed: whoever answered all of its questions is done.
      select bool_or(g.answered >= (select count(distinct o.question_id) from published_options o
                                     where o.election_id = m.election_id and o.form_id = m.form_id
                                       and o.form_version = g.version))
        into fully
        from (select count(distinct a.question_id) as answered, max(a.form_version) as version
                from visits v
                join answers a on a.election_id = v.election_id and a.visit_id = v.id and a.form_id = m.form_id
               where v.election_id = m.election_id and v.polling_station_id = station
                 and (v.observer_id = observer or observer is null and v.ngo_id = ngo)
               group by v.id) g;
      return case when fully is null then 0 when fully then 2 else 1 end;
  end case;
end $$;

-- When something is due by one of the shift; null: it is not owed in that shift.
create or replace function due_of(m milestones, from_at timestamptz, until_at timestamptz) returns timestamptz
  language sql immutable as $$
  select case when m.due_at between from_at and until_at then m.due_at
              when m.due_after_min is not null then from_at + m.due_after_min * interval '1 minute' end
$$;

-- What is owed at these stations, and how far it is: as it should stand.
create or replace function expected_at(election integer, station_ids integer[])
  returns table (assignment_id integer, milestone_id integer, observer_id integer, polling_station_id integer,
                 county_id integer, ngo_id integer, due_at timestamptz, progress smallint)
  language sql stable as $$
  select a.id, m.id, a.observer_id, a.polling_station_id, s.county_id, o.ngo_id,
         due_of(m, a.from_at, a.until_at),
         progress_of(m, a.polling_station_id, case when not m.for_station then a.observer_id end, o.ngo_id, a.observer_id)
    from assignments a
    join observers o on o.election_id = a.election_id and o.id = a.observer_id
    join observer_counts c on c.election_id = o.election_id and c.observer_id = o.id
    join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
    join milestones m on m.election_id = a.election_id and m.deleted_at is null
   where a.election_id = election and a.polling_station_id = any(station_ids) and a.deleted_at is null
     and o.deleted_at is null and not c.is_test
     and due_of(m, a.from_at, a.until_at) is not null
$$;

-- Brings what is owed at these stations in line with plan and milestones. Whoever reports in the election waits
-- meanwhile for their turn to count: what they report is noted afterwards, and what was reported before is seen here. So
-- it is called for few stations at a time.
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
  delete from expectations e
   where e.election_id = election and e.polling_station_id = any(station_ids)
     and not exists (select from expected_at(election, station_ids) x
                      where x.assignment_id = e.assignment_id and x.milestone_id = e.milestone_id
                        and x.polling_station_id = e.polling_station_id);
  insert into expectations as e (election_id, assignment_id, milestone_id, observer_id, polling_station_id, county_id,
                                 ngo_id, due_at, progress, done_at)
  select election, x.assignment_id, x.milestone_id, x.observer_id, x.polling_station_id, x.county_id, x.ngo_id,
         x.due_at, x.progress, case when x.progress = 2 then now() end
    from expected_at(election, station_ids) x
  on conflict (election_id, assignment_id, milestone_id) do update
    set observer_id = excluded.observer_id, polling_station_id = excluded.polling_station_id,
        county_id = excluded.county_id, ngo_id = excluded.ngo_id, due_at = excluded.due_at,
        progress = excluded.progress,
        done_at = case when excluded.progress = 2 then coalesce(e.done_at, excluded.done_at) end
    where (e.observer_id, e.polling_station_id, e.county_id, e.ngo_id, e.due_at, e.progress)
          is distinct from (excluded.observer_id, excluded.polling_station_id, excluded.county_id, excluded.ngo_id,
                            excluded.due_at, excluded.progress);
end $$;

-- What visits have changed of what is owed there. `is_more`: nothing was taken back, so that what is done stays so.
create or replace function note_progress(election integer, visit_ids integer[], is_more boolean) returns void
  language plpgsql as $$
begin
  with owed as (
    select e.assignment_id, e.milestone_id, e.progress, v.said_at,
           progress_of(m, e.polling_station_id, case when not m.for_station then e.observer_id end, e.ngo_id,
                       e.observer_id) as is_now
      from (select v.observer_id, v.polling_station_id, v.ngo_id, max(v.last_modified) as said_at
              from visits v where v.election_id = election and v.id = any(visit_ids)
             group by 1, 2, 3) v
      join expectations e on e.election_id = election and e.polling_station_id = v.polling_station_id
                         and (e.progress < 2 or not is_more)
      join milestones m on m.election_id = e.election_id and m.id = e.milestone_id
     where e.observer_id = v.observer_id or m.for_station and e.ngo_id = v.ngo_id
  )
  update expectations e
     set progress = o.is_now, done_at = case when o.is_now = 2 then o.said_at end
    from (select assignment_id, milestone_id, is_now, max(said_at) as said_at from owed
           where is_now <> progress group by 1, 2, 3) o
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
begin
  if tg_op = 'INSERT' then
    select min(i.election_id), array_agg(i.id) into election, visit_ids from inserted i;
  elsif tg_op = 'UPDATE' then
    select min(u.election_id), array_agg(u.id) into election, visit_ids from updated u;
  else
    select min(r.election_id), array_agg(distinct r.polling_station_id) into election, station_ids from removed r;
  end if;
  if election is null or not exists (select from expectations e where e.election_id = election) then
    return null;
  end if;
  perform take_counting_turn(election);
  if tg_op = 'DELETE' then
    perform expect_now(election, station_ids);
  elsif tg_op = 'INSERT' then
    perform note_progress(election, visit_ids, true);
  else
    perform note_progress(election, visit_ids, current_setting('veghe.taken_back', true) is distinct from 'on'
      and not exists (
        select from updated u join replaced r on r.election_id = u.election_id and r.id = u.id
         where r.facts_at is not null and u.facts_at is null or r.polling_station_id <> u.polling_station_id));
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
    from updated u, milestones m
   where u.state = 'opened' and m.election_id = u.election_id and m.notification_id = u.notification_id
     and e.election_id = u.election_id and e.milestone_id = m.id and e.observer_id = u.observer_id and e.progress < 2;
  return null;
end $$;

create or replace trigger deliveries_opened after update on deliveries
  referencing new table as updated for each statement execute function deliveries_opened();

-- Leaves it to a job to work out anew what is owed at these stations: whoever changes observers or stations goes on to
-- lock others, and the turn of those who count is the last lock of all.
create or replace function expect_later(election integer, station_ids integer[]) returns void
  language plpgsql as $$
begin
  insert into jobs (name, payload, tries_left)
  values ('assignments.expect', jsonb_build_object('electionId', election, 'stationIds', station_ids), 6);
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

-- A station that goes takes along what is owed there, one that comes back brings it, one that moves counts elsewhere.
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
    select min(u.election_id), array_agg(u.id) into election, station_ids
      from updated u join replaced r on r.election_id = u.election_id and r.id = u.id
     where r.county_id <> u.county_id;
  end if;
  if exists (select from assignments a
              where a.election_id = election and a.polling_station_id = any(station_ids)) then
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
