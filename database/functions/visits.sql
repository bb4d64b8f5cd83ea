-- What is done for every report, for as little as can be: in PL/pgSQL, because plain SQL is read and planned anew
-- whenever it is called.

-- Observers who report, kept to one transaction until it ends: what is counted of them, and that they are there. All
-- that is written for them refers to them: to wait for one later would be to wait while others wait for what is held.
create or replace function hold_observers(election integer, observer_ids integer[]) returns void
  language plpgsql as $$
begin
  perform from observer_counts c
    where c.election_id = election and c.observer_id = any(observer_ids)
    order by c.observer_id for no key update;
  perform from observers o
    where o.election_id = election and o.id = any(observer_ids) order by o.id for key share;
end $$;

-- The visits that reports go to, kept to one transaction until it ends, in one trip. The arrays are
-- read side by side: whose visit, and to which station; sorted, so that no two transactions ever wait
-- for each other in a circle.
--
-- Of an observer it holds what is counted of them, and not the row that staff change; of a station only
-- that it is there and where it lies: whoever takes it away or moves it asks for it `for update`, and
-- whoever changes its name or address need not wait, nor be waited for.
--
-- Each statement in here sees what was committed before it began. What is read last therefore sees
-- all that those did who held the observers before, down to the visits that they made.
create or replace function hold_visits(election integer, observer_ids integer[], station_ids integer[])
  returns table (county_id integer, is_test boolean, visit_id integer, is_new boolean)
  language plpgsql as $$
begin
  perform hold_observers(election, observer_ids);
  perform from polling_stations p
    where p.election_id = election and p.id = any(station_ids)
    order by p.id for key share;
  return query
    select p.county_id, c.is_test, coalesce(v.id, nextval('visits_id_seq'))::integer, v.id is null
      from unnest(observer_ids, station_ids) with ordinality as s (observer_id, station_id, place)
      join observer_counts c on c.election_id = election and c.observer_id = s.observer_id
      join polling_stations p on p.election_id = election and p.id = s.station_id
      left join visits v on v.election_id = election and v.observer_id = s.observer_id
                        and v.polling_station_id = s.station_id
     order by s.place;
end $$;

-- Counts visits that are there now and were not (or not so) before: by observer and county, by the list they are
-- in, and beside their observer. Everything is taken in the order of its key, so that two transactions never wait
-- for each other in a circle. Who only tests is read of the rows that whoever changes visits holds.
create or replace function count_visits(are visits[], were visits[]) returns void
  language plpgsql as $$
begin
  with said as materialized (
    select v.*, 1 as sign from unnest(are) v union all select v.*, -1 from unnest(were) v
  ), met as (
    select s.election_id, s.observer_id, s.county_id, s.ngo_id, o.is_test,
           sum(s.sign * (s.answered > 0)::integer)::integer as visits
      from said s
      join observer_counts o on o.election_id = s.election_id and o.observer_id = s.observer_id
     group by s.election_id, s.observer_id, s.county_id, s.ngo_id, o.is_test
    having sum(s.sign * (s.answered > 0)::integer) <> 0
  ), known as (
    insert into observer_counties as c (election_id, observer_id, county_id, visits)
    select election_id, observer_id, county_id, visits from met order by 1, 2, 3
    on conflict (election_id, observer_id, county_id) do update
      set visits = c.visits + excluded.visits
    returning election_id, observer_id, county_id, visits
  ), delta as (
    select election_id, ngo_id, county_id, sign * (answered > 0 or notes > 0)::integer as reported,
           sign * (flagged > 0)::integer as flagged, 0 as observers
      from said
    union all
    select m.election_id, m.ngo_id, m.county_id, 0, 0,
           (k.visits > 0)::integer - (k.visits - m.visits > 0)::integer
      from met m
      join known k using (election_id, observer_id, county_id)
     where not m.is_test
  ), counted as (
    insert into visit_counts as c (election_id, ngo_id, county_id, reported, flagged, observers)
    select election_id, ngo_id, county_id, sum(reported), sum(flagged), sum(observers)
      from delta
     group by election_id, ngo_id, county_id
    having sum(reported) <> 0 or sum(flagged) <> 0 or sum(observers) <> 0
     order by election_id, ngo_id, county_id
    on conflict (election_id, ngo_id, county_id) do update
      set reported = c.reported + excluded.reported, flagged = c.flagged + excluded.flagged,
          observers = c.observers + excluded.observers
  )
  update observer_counts c
     set visits = c.visits + d.visits, notes = c.notes + d.notes,
         last_seen = case when d.is_back
                          then (select max(v.last_modified) from visits v
                                 where v.election_id = c.election_id and v.observer_id = c.observer_id)
                          else greatest(c.last_seen, d.seen) end
    from (select election_id, observer_id, seen, visits, notes,
                 coalesce(seen < was_seen, was_seen is not null) as is_back
            from (select election_id, observer_id, sum(sign) as visits, sum(sign * notes) as notes,
                         max(last_modified) filter (where sign = 1) as seen,
                         max(last_modified) filter (where sign = -1) as was_seen
                    from said group by election_id, observer_id) s) d
   where c.election_id = d.election_id and c.observer_id = d.observer_id
     and (d.visits <> 0 or d.notes <> 0 or d.is_back
          or c.last_seen is distinct from greatest(c.last_seen, d.seen));
end $$;

-- Of a statement that writes no row its triggers hear as well; of one that inserts or else updates, both
-- kinds do. What changed nothing is not counted, which for a report is every second time.
create or replace function visits_changed() returns trigger language plpgsql as $$
declare
  are visits[] := '{}';
  were visits[] := '{}';
begin
  if tg_op = 'INSERT' then
    are := array(select row(v.*)::visits from inserted v);
  elsif tg_op = 'UPDATE' then
    are := array(select row(v.*)::visits from updated v);
    were := array(select row(v.*)::visits from replaced v);
  else
    were := array(select row(v.*)::visits from removed v);
  end if;
  if cardinality(are) > 0 or cardinality(were) > 0 then
    perform take_counting_turn(coalesce(are[1].election_id, were[1].election_id));
    perform count_visits(are, were);
  end if;
  return null;
end $$;

create or replace trigger visits_inserted after insert on visits
  referencing new table as inserted for each statement execute function visits_changed();
create or replace trigger visits_updated after update on visits
  referencing new table as updated old table as replaced
  for each statement execute function visits_changed();
create or replace trigger visits_removed after delete on visits
  referencing old table as removed for each statement execute function visits_changed();
