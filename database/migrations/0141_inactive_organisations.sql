-- Observers of an inactive organisation owe and cover nothing: where one is inactive already, that is worked out anew.
insert into jobs (name, payload, tries_left)
select 'assignments.expect', jsonb_build_object('electionId', t.election_id, 'stationIds', t.station_ids), 6
  from (select s.election_id, array_agg(distinct s.polling_station_id) as station_ids
          from (select a.election_id, a.polling_station_id, o.ngo_id
                  from assignments a
                  join observers o on o.election_id = a.election_id and o.id = a.observer_id
                 where a.deleted_at is null
                union all
                select v.election_id, v.polling_station_id, v.ngo_id from visits v) s
          join ngos g on g.id = s.ngo_id and not g.is_active
         group by s.election_id) t;
