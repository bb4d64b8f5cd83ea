-- What follows from the counts of stations, which a report writes itself: flagged answers by county and by station.
-- Rows are taken in the order of their keys, so that two transactions never wait for each other in a circle.

create or replace function count_flagged(are station_counts[], were station_counts[]) returns void
  language plpgsql as $$
begin
  insert into county_counts as c (election_id, county_id, ngo_id, form_id, flagged)
  select d.election_id, s.county_id, d.ngo_id, d.form_id, sum(d.flagged)
    from (select election_id, polling_station_id, ngo_id, form_id, flagged from unnest(are)
          union all
          select election_id, polling_station_id, ngo_id, form_id, -flagged from unnest(were)) d
    join polling_stations s on s.election_id = d.election_id and s.id = d.polling_station_id
   group by d.election_id, s.county_id, d.ngo_id, d.form_id
  having sum(d.flagged) <> 0
   order by d.election_id, s.county_id, d.ngo_id, d.form_id
  on conflict (election_id, county_id, ngo_id, form_id) do update
    set flagged = c.flagged + excluded.flagged;
end $$;

-- A row for each form, and one for all forms (form_id 0), by the station that it is counted as.
create or replace function count_station_flags(are station_counts[], were station_counts[])
  returns void language plpgsql as $$
begin
  perform add_station_flags(array(
    select row(d.election_id, w.form_id, s.counted_as, sum(d.flagged)::integer)::station_flags
      from (select election_id, polling_station_id, form_id, flagged from unnest(are)
            union all
            select election_id, polling_station_id, form_id, -flagged from unnest(were)) d
      join polling_stations s on s.election_id = d.election_id and s.id = d.polling_station_id
     cross join lateral (values (0), (d.form_id)) as w (form_id)
     group by d.election_id, w.form_id, s.counted_as
    having sum(d.flagged) <> 0));
end $$;

-- How many more there are of each; and at how many stations there are any.
create or replace function add_station_flags(more station_flags[]) returns void language plpgsql as $$
begin
  with changed as materialized (
    select m.election_id, m.form_id, m.polling_station_id, m.flagged from unnest(more) m
  ), counted as (
    insert into station_flags as s (election_id, form_id, polling_station_id, flagged)
    select * from changed order by 1, 2, 3
    on conflict (election_id, form_id, polling_station_id) do update
      set flagged = s.flagged + excluded.flagged
    returning election_id, form_id, polling_station_id, flagged
  )
  insert into flagged_stations as f (election_id, form_id, stations)
  select election_id, form_id,
         sum((s.flagged > 0)::integer - (s.flagged - c.flagged > 0)::integer) as stations
    from counted s
    join changed c using (election_id, form_id, polling_station_id)
   group by election_id, form_id
  having sum((s.flagged > 0)::integer - (s.flagged - c.flagged > 0)::integer) <> 0
   order by election_id, form_id
  on conflict (election_id, form_id) do update set stations = f.stations + excluded.stations;
end $$;

-- As of visits: a statement that changed nothing is not counted.
create or replace function station_counts_changed() returns trigger language plpgsql as $$
declare
  are station_counts[];
  were station_counts[] := '{}';
begin
  if tg_op = 'INSERT' then
    are := array(select row(c.*)::station_counts from inserted c);
  else
    are := array(select row(c.*)::station_counts from updated c);
    were := array(select row(c.*)::station_counts from replaced c);
  end if;
  if cardinality(are) > 0 then
    perform take_counting_turn(are[1].election_id);
    perform count_flagged(are, were);
    perform count_station_flags(are, were);
  end if;
  return null;
end $$;

create or replace trigger station_counts_inserted after insert on station_counts
  referencing new table as inserted for each statement execute function station_counts_changed();
create or replace trigger station_counts_updated after update on station_counts
  referencing new table as updated old table as replaced
  for each statement execute function station_counts_changed();
