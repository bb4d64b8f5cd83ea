-- The visits that reports go to, kept to one transaction until it ends, in one trip. The arrays are
-- read side by side: whose visit, and to which station; sorted, so that no two transactions ever wait
-- for each other in a circle.
--
-- Each statement in here sees what was committed before it began. What is read last therefore sees
-- all that those did who held the observers before, down to the visits that they made.
create function hold_visits(election integer, observer_ids integer[], station_ids integer[])
  returns table (county_id integer, is_test boolean, visit_id integer, is_new boolean)
  language plpgsql as $$
begin
  perform from observers o
    where o.election_id = election and o.id = any(observer_ids)
    order by o.id for no key update;
  perform from polling_stations p
    where p.election_id = election and p.id = any(station_ids)
    order by p.id for share;
  return query
    select p.county_id, o.is_test, coalesce(v.id, nextval('visits_id_seq'))::integer, v.id is null
      from unnest(observer_ids, station_ids) with ordinality as s (observer_id, station_id, place)
      join observers o on o.election_id = election and o.id = s.observer_id
      join polling_stations p on p.election_id = election and p.id = s.station_id
      left join visits v on v.election_id = election and v.observer_id = s.observer_id
                        and v.polling_station_id = s.station_id
     order by s.place;
end $$;
