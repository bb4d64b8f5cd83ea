-- Which stations somebody is assigned to, and which somebody has visited, and how many there are in each area. What
-- changes the plan, observers or stations works it out anew where it works out what is owed (`expect_now` in
-- expectations.sql); a report does where it is the first from a station. All of it in the turn of those who count.

-- As it should stand at these stations, which are all that are counted as the same ones: a row for each organisation, and
-- one for all together (ngo_id 0), by the station that they are counted as (docs/decisions/080).
create or replace function cover_at(election integer, station_ids integer[])
  returns table (polling_station_id integer, ngo_id integer, area_id integer, covered smallint, visited smallint)
  language sql stable as $$
  select s.id, n.ngo_id, s.area_id, max(f.covered)::smallint, max(f.visited)::smallint
    from (select a.polling_station_id, o.ngo_id, 1 as covered, 0 as visited
            from assignments a
            join observers o on o.election_id = a.election_id and o.id = a.observer_id
            join observer_counts c on c.election_id = o.election_id and c.observer_id = o.id
           where a.election_id = election and a.polling_station_id = any(station_ids) and a.deleted_at is null
             and o.deleted_at is null and not c.is_test
          union all
          select v.polling_station_id, v.ngo_id, 0, 1
            from visits v
            join observer_counts c on c.election_id = v.election_id and c.observer_id = v.observer_id
           where v.election_id = election and v.polling_station_id = any(station_ids) and not c.is_test) f
    join ngos g on g.id = f.ngo_id and g.is_active
    join polling_stations p on p.election_id = election and p.id = f.polling_station_id
    join polling_stations s on s.election_id = election and s.id = p.counted_as and s.closed_at is null
   cross join lateral (values (f.ngo_id), (0)) n (ngo_id)
   group by s.id, n.ngo_id, s.area_id
$$;

-- For whoever has the turn of those who count.
create or replace function cover_now(election integer, station_ids integer[]) returns void
  language plpgsql as $$
begin
  station_ids := counted_as_one(election, station_ids);
  delete from station_cover c
   where c.election_id = election and c.polling_station_id = any(station_ids)
     and not exists (select from cover_at(election, station_ids) x
                      where x.polling_station_id = c.polling_station_id and x.ngo_id = c.ngo_id);
  insert into station_cover as c (election_id, polling_station_id, ngo_id, area_id, covered, visited)
  select election, x.polling_station_id, x.ngo_id, x.area_id, x.covered, x.visited
    from cover_at(election, station_ids) x
  on conflict (election_id, polling_station_id, ngo_id) do update
    set area_id = excluded.area_id, covered = excluded.covered, visited = excluded.visited
    where (c.area_id, c.covered, c.visited) is distinct from (excluded.area_id, excluded.covered, excluded.visited);
end $$;

-- New visits, of which most are the first to their station: only what they add, because all who report wait for it.
create or replace function visits_reach() returns trigger language plpgsql as $$
declare
  election integer;
begin
  select min(i.election_id) into election from inserted i;
  if election is null then return null; end if;
  perform take_counting_turn(election);
  insert into station_cover as c (election_id, polling_station_id, ngo_id, area_id, covered, visited)
  select distinct i.election_id, s.id, n.ngo_id, s.area_id, 0, 1
    from inserted i
    join observer_counts o on o.election_id = i.election_id and o.observer_id = i.observer_id and not o.is_test
    join ngos g on g.id = i.ngo_id and g.is_active
    join polling_stations p on p.election_id = i.election_id and p.id = i.polling_station_id
    join polling_stations s on s.election_id = p.election_id and s.id = p.counted_as and s.closed_at is null
   cross join lateral (values (i.ngo_id), (0)) n (ngo_id)
   where not exists (select from station_cover k
                      where k.election_id = i.election_id and k.polling_station_id = s.id and k.ngo_id = n.ngo_id
                        and k.visited = 1)
  on conflict (election_id, polling_station_id, ngo_id) do update set visited = 1;
  return null;
end $$;

-- Visits that are taken back, of which one may have been the last: only whether any is left is looked up, because a station
-- may have thousands.
create or replace function visits_reach_no_more() returns trigger language plpgsql as $$
declare
  election integer;
begin
  select min(r.election_id) into election from removed r;
  if election is null then return null; end if;
  perform take_counting_turn(election);
  with lost as (
    select g.polling_station_id, g.ngo_id
      from (select distinct s.id as polling_station_id, n.ngo_id
              from removed r
              join polling_stations p on p.election_id = r.election_id and p.id = r.polling_station_id
              join polling_stations s on s.election_id = p.election_id and s.id = p.counted_as
             cross join lateral (values (r.ngo_id), (0)) n (ngo_id)) g
     cross join lateral (
       select exists (
         select from polling_stations p
           join visits v on v.election_id = p.election_id and v.polling_station_id = p.id
           join ngos a on a.id = v.ngo_id and a.is_active
           join observer_counts o on o.election_id = v.election_id and o.observer_id = v.observer_id and not o.is_test
          where p.election_id = election and p.counted_as = g.polling_station_id
            and (g.ngo_id = 0 or v.ngo_id = g.ngo_id)) as is_visited) k
     where not k.is_visited
  ), left_covered as (
    update station_cover c set visited = 0 from lost l
     where c.election_id = election and c.polling_station_id = l.polling_station_id and c.ngo_id = l.ngo_id
       and c.visited = 1 and c.covered = 1
  )
  delete from station_cover c using lost l
   where c.election_id = election and c.polling_station_id = l.polling_station_id and c.ngo_id = l.ngo_id
     and c.covered = 0;
  return null;
end $$;

-- After what visits refer to is looked up (triggers go by their names): the turn is the last lock of all.
create or replace trigger visits_reach_new after insert on visits
  referencing new table as inserted for each statement execute function visits_reach();
create or replace trigger visits_reach_undone after delete on visits
  referencing old table as removed for each statement execute function visits_reach_no_more();

-- Counts stations by area.
create or replace function station_cover_changed() returns trigger language plpgsql as $$
declare
  are station_cover[] := '{}';
  were station_cover[] := '{}';
begin
  if tg_op <> 'DELETE' then are := array(select row(s.*)::station_cover from added s); end if;
  if tg_op <> 'INSERT' then were := array(select row(s.*)::station_cover from removed s); end if;
  if cardinality(are) = 0 and cardinality(were) = 0 then return null; end if;
  insert into cover_counts as c (election_id, ngo_id, area_id, covered, visited)
  select d.election_id, d.ngo_id, d.area_id, sum(d.sign * d.covered), sum(d.sign * d.visited)
    from (select s.*, 1 as sign from unnest(are) s union all select s.*, -1 from unnest(were) s) d
   group by d.election_id, d.ngo_id, d.area_id
  having sum(d.sign * d.covered) <> 0 or sum(d.sign * d.visited) <> 0
   order by 1, 2, 3
  on conflict (election_id, ngo_id, area_id) do update
    set covered = c.covered + excluded.covered, visited = c.visited + excluded.visited;
  return null;
end $$;

create or replace trigger station_cover_added after insert on station_cover
  referencing new table as added for each statement execute function station_cover_changed();
create or replace trigger station_cover_updated after update on station_cover
  referencing new table as added old table as removed for each statement execute function station_cover_changed();
create or replace trigger station_cover_removed after delete on station_cover
  referencing old table as removed for each statement execute function station_cover_changed();
