-- What a report holds until it is stored is held by nobody else for long: what staff say of very many
-- observers and stations at once, in one transaction, is written to rows that reports only read.
--
-- Whether an observer only tests is said in `observers`. What it means for the counts stands here, beside
-- what they sent: it follows in steps, each as short as a report (`count_as_said`). When they registered
-- a phone is nothing that staff say, either.
lock table observers, observer_counts in share row exclusive mode;
alter table observer_counts
  add column is_test boolean not null default false,
  add column device_registered_at timestamptz(3);
update observer_counts c
   set is_test = o.is_test, device_registered_at = o.device_registered_at
  from observers o
 where o.election_id = c.election_id and o.id = c.observer_id
   and (o.is_test or o.device_registered_at is not null);
alter table observers drop column device_registered_at;

create or replace function observers_inserted() returns trigger language plpgsql as $$
begin
  insert into observer_counts (election_id, observer_id, is_test)
  select election_id, id, is_test from inserted;
  return null;
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
  perform from observer_counts c
    where c.election_id = election and c.observer_id = any(observer_ids)
    order by c.observer_id for no key update;
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

-- As before, but for where it reads who only tests: of the rows that whoever changes visits holds.
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
     set last_seen = greatest(c.last_seen, d.last_seen), visits = c.visits + d.visits,
         notes = c.notes + d.notes
    from (select election_id, observer_id, max(last_modified) as last_seen, sum(sign) as visits,
                 sum(sign * notes) as notes
            from said group by election_id, observer_id) d
   where c.election_id = d.election_id and c.observer_id = d.observer_id
     and (d.visits <> 0 or d.notes <> 0 or c.last_seen is distinct from greatest(c.last_seen, d.last_seen));
end $$;

-- Counts observers as those they are said to be, and answers with how many that changed: somebody who
-- turns out to be a test observer (or not to be one) is counted so from then on, with all that they sent;
-- only the quarters of an hour keep what came in as it came.
--
-- Everything is held in the order in which reports hold it: the observers, so that they report before or
-- after; the stations, so that none moves to another county in between; then the counts, those of
-- stations first and those of counties last.
create function count_as_said(election integer, observer_ids integer[]) returns integer
  language plpgsql as $$
declare
  turned integer[];
begin
  perform from observer_counts c
    where c.election_id = election and c.observer_id = any(observer_ids)
    order by c.observer_id for no key update;
  turned := array(
    select c.observer_id
      from observer_counts c
      join observers o on o.election_id = c.election_id and o.id = c.observer_id
     where c.election_id = election and c.observer_id = any(observer_ids) and c.is_test <> o.is_test);
  if cardinality(turned) = 0 then return 0; end if;
  perform from polling_stations p
    where p.election_id = election
      and p.id in (select v.polling_station_id from visits v
                    where v.election_id = election and v.observer_id = any(turned))
    order by p.id for key share;
  -- PostgreSQL does what stands first in a statement last, and what triggers count after all of it.
  with turning as (
    select c.observer_id, o.ngo_id, case when c.is_test then 1 else -1 end as sign
      from observer_counts c
      join observers o on o.election_id = c.election_id and o.id = c.observer_id
     where c.election_id = election and c.observer_id = any(turned)
  ), in_counties as (
    insert into visit_counts as c (election_id, ngo_id, county_id, observers)
    select election, t.ngo_id, m.county_id, sum(t.sign)
      from turning t
      join observer_counties m on m.election_id = election and m.observer_id = t.observer_id
     where m.visits > 0
     group by t.ngo_id, m.county_id having sum(t.sign) <> 0
     order by t.ngo_id, m.county_id
    on conflict (election_id, ngo_id, county_id) do update
      set observers = c.observers + excluded.observers
  )
  insert into station_counts as c
    (election_id, polling_station_id, ngo_id, form_id, answered, flagged)
  select election, s.polling_station_id, s.ngo_id, s.form_id, sum(s.answered), sum(s.flagged)
    from (select v.polling_station_id, v.ngo_id, n.form_id,
                 t.sign * count(distinct n.question_id) as answered,
                 t.sign * count(*) filter (where n.is_flagged) as flagged
            from turning t
            join visits v on v.election_id = election and v.observer_id = t.observer_id
            join answers n on n.election_id = v.election_id and n.visit_id = v.id
           group by v.id, v.polling_station_id, v.ngo_id, n.form_id, t.sign) s
   group by s.polling_station_id, s.ngo_id, s.form_id
   order by s.polling_station_id, s.ngo_id, s.form_id
  on conflict (election_id, polling_station_id, ngo_id, form_id) do update
    set answered = c.answered + excluded.answered, flagged = c.flagged + excluded.flagged;
  update observer_counts c set is_test = not c.is_test
   where c.election_id = election and c.observer_id = any(turned);
  return cardinality(turned);
end $$;

-- It counted with the row that staff change, whatever else they changed with it.
drop trigger test_observer_changed on observers;
drop function test_observer_changed();

-- Observers of whom very many were said to test, or no longer to test, are counted so behind it.
select pgboss.create_queue('observers.count-as-said', '{}');
