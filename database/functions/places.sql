-- How often stations were added to a county, removed from it or renumbered: the revision of a county's number of stations
-- follows from it (revisions.sql). By statement, with the counties in the order of their ids. A report locks its county
-- only against deletion, so neither waits for the other.
create or replace function count_station_changes() returns trigger language plpgsql as $$
declare
  after_it  polling_stations[] := '{}';
  before_it polling_stations[] := '{}';
begin
  if tg_op <> 'DELETE' then after_it := array(select row(s.*)::polling_stations from added s); end if;
  if tg_op <> 'INSERT' then before_it := array(select row(s.*)::polling_stations from removed s); end if;
  with touched as materialized (
    select distinct election_id, county_id
      from (select * from unnest(after_it) union all select * from unnest(before_it)) s
     group by election_id, id, county_id, area_id, number having count(*) = 1
  ), locked as materialized (
    select a.election_id, a.id from areas a
     where (a.election_id, a.id) in (select t.election_id, t.county_id from touched t)
     order by a.election_id, a.id for no key update of a
  )
  update areas a set station_changes = a.station_changes + 1
    from locked h where a.election_id = h.election_id and a.id = h.id;
  return null;
end $$;

create or replace trigger stations_added after insert on polling_stations
  referencing new table as added for each statement execute function count_station_changes();
create or replace trigger stations_updated after update on polling_stations
  referencing new table as added old table as removed
  for each statement execute function count_station_changes();
create or replace trigger stations_removed after delete on polling_stations
  referencing old table as removed for each statement execute function count_station_changes();
