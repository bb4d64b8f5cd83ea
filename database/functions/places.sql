-- What is flagged at a station counts in the county where it lies. A station that comes has nothing to count, and
-- one that goes takes along what counts nothing.
create or replace function count_moved(are polling_stations[], were polling_stations[]) returns void
  language plpgsql as $$
begin
  insert into county_counts as c (election_id, county_id, ngo_id, form_id, flagged)
  select m.election_id, m.county_id, s.ngo_id, s.form_id, sum(m.sign * s.flagged)
    from (select election_id, id, county_id, sum(sign) as sign
            from (select election_id, id, county_id, 1 as sign from unnest(are)
                  union all
                  select election_id, id, county_id, -1 from unnest(were)) d
           group by election_id, id, county_id having sum(sign) <> 0) m
    join station_counts s on s.election_id = m.election_id and s.polling_station_id = m.id
   group by m.election_id, m.county_id, s.ngo_id, s.form_id having sum(m.sign * s.flagged) <> 0
   order by m.election_id, m.county_id, s.ngo_id, s.form_id
  on conflict (election_id, county_id, ngo_id, form_id) do update set flagged = c.flagged + excluded.flagged;
end $$;

-- What is flagged at a station that is merged into another, or parted from it again, counts at the other, or again here.
create or replace function count_merged(are polling_stations[], were polling_stations[]) returns void
  language plpgsql as $$
begin
  perform add_station_flags(array(
    select row(m.election_id, w.form_id, m.counted_as, sum(m.sign * s.flagged)::integer)::station_flags
      from (select election_id, id, counted_as, sum(sign) as sign
              from (select election_id, id, counted_as, 1 as sign from unnest(are)
                    union all
                    select election_id, id, counted_as, -1 from unnest(were)) d
             group by election_id, id, counted_as having sum(sign) <> 0) m
      join station_counts s on s.election_id = m.election_id and s.polling_station_id = m.id
     cross join lateral (values (0), (s.form_id)) as w (form_id)
     group by m.election_id, w.form_id, m.counted_as having sum(m.sign * s.flagged) <> 0));
end $$;

-- How often stations were added to a county, taken out of it or numbered anew. By whole statements, and the
-- counties in the order of their ids. A report holds its county only against going away, so that neither waits
-- for the other.
create or replace function stations_changed() returns trigger language plpgsql as $$
declare
  are  polling_stations[] := '{}';
  were polling_stations[] := '{}';
begin
  if tg_op <> 'DELETE' then are := array(select row(s.*)::polling_stations from added s); end if;
  if tg_op <> 'INSERT' then were := array(select row(s.*)::polling_stations from removed s); end if;
  with touched as materialized (
    select distinct election_id, county_id
      from (select * from unnest(are) union all select * from unnest(were)) s
     group by election_id, id, county_id, area_id, number having count(*) = 1
  ), held as materialized (
    select a.election_id, a.id from areas a
      join touched t on t.election_id = a.election_id and t.county_id = a.id
     order by a.election_id, a.id for no key update of a
  )
  update areas a set station_changes = a.station_changes + 1
    from held h where a.election_id = h.election_id and a.id = h.id;
  if tg_op = 'UPDATE' and exists (
    select from unnest(are) a join unnest(were) w using (election_id, id) where a.county_id <> w.county_id
  ) then
    perform take_counting_turn(are[1].election_id);
    perform count_moved(are, were);
  end if;
  if tg_op = 'UPDATE' and exists (
    select from unnest(are) a join unnest(were) w using (election_id, id) where a.counted_as <> w.counted_as
  ) then
    perform take_counting_turn(are[1].election_id);
    perform count_merged(are, were);
  end if;
  return null;
end $$;

create or replace trigger stations_added after insert on polling_stations
  referencing new table as added for each statement execute function stations_changed();
create or replace trigger stations_updated after update on polling_stations
  referencing new table as added old table as removed
  for each statement execute function stations_changed();
create or replace trigger stations_removed after delete on polling_stations
  referencing old table as removed for each statement execute function stations_changed();

-- A polling station lies in the county of its area; `county_id` is copied to it and to its visits. When a
-- municipality moves to another county, they follow in steps, each as short as a report: whoever moves
-- very many does not hold up those who report from them, nor all others whose reports count in the same
-- counties.
--
-- Moves at most so many stations to where their areas lie, with what was reported from them, and answers
-- with how many there were. Everything is held in the order in which reports hold it.
create or replace function move_stations(election integer, most integer) returns integer
  language plpgsql as $$
declare
  moving integer[];
  visitors integer[];
begin
  moving := array(
    select s.id
      from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
     where s.election_id = election and s.county_id <> a.county_id
     order by s.id limit most);
  if cardinality(moving) = 0 then return 0; end if;
  visitors := array(select distinct v.observer_id from visits v
                     where v.election_id = election and v.polling_station_id = any(moving));
  perform from observer_counts c
    where c.election_id = election and c.observer_id = any(visitors)
    order by c.observer_id for no key update;
  perform from polling_stations p
    where p.election_id = election and p.id = any(moving) order by p.id for update;
  -- Whoever came in between is not held, and would have to be before the stations: once more from the start.
  if exists (select from visits v
              where v.election_id = election and v.polling_station_id = any(moving)
                and not v.observer_id = any(visitors)) then
    raise exception using errcode = 'serialization_failure',
      message = 'Somebody reported for the first time from a station that moves';
  end if;
  -- The visits first: what they are counted in comes before what counts of counties, as in reports.
  update visits v set county_id = a.county_id
    from polling_stations s
    join areas a on a.election_id = s.election_id and a.id = s.area_id
   where s.election_id = election and s.id = any(moving)
     and v.election_id = s.election_id and v.polling_station_id = s.id and v.county_id <> a.county_id;
  update polling_stations s set county_id = a.county_id
    from areas a
   where s.election_id = election and s.id = any(moving)
     and a.election_id = s.election_id and a.id = s.area_id and s.county_id <> a.county_id;
  return cardinality(moving);
end $$;
