-- Holds the visits of reports for a transaction until it ends, in one round trip. The arrays are parallel: observers and
-- stations; sorted by observer, so that two transactions never deadlock.
--
-- Reports of one observer are serialised by an advisory lock of the observer: no row is locked that staff or the
-- projector write. What is read after that sees what the transactions before it committed. Every row is found by its key,
-- one by one: without statistics PostgreSQL would join by reading all visits.
create or replace function hold_visits(election integer, observer_ids integer[], station_ids integer[])
  returns table (county_id integer, visit_id integer, is_new boolean)
  language plpgsql as $$
begin
  perform hold_observers(observer_ids);
  return query
    select f.county_id, coalesce(f.visit_id, nextval('visits_id_seq'))::integer, f.visit_id is null
      from (select (select p.county_id from polling_stations p
                     where p.election_id = election and p.id = s.station_id) as county_id,
                   (select v.id from visits v
                     where v.election_id = election and v.observer_id = s.observer_id
                       and v.polling_station_id = s.station_id) as visit_id,
                   s.place
              from unnest(observer_ids, station_ids) with ordinality as s (observer_id, station_id, place)
            offset 0) f
     where f.county_id is not null
     order by f.place;
end $$;
