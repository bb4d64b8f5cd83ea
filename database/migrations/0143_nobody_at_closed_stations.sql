-- At a closed station nobody is expected: where somebody still is, that is worked out anew.
insert into jobs (name, payload, tries_left)
select 'assignments.expect', jsonb_build_object('electionId', t.election_id, 'stationIds', t.station_ids), 6
 from (select a.election_id, array_agg(distinct a.polling_station_id) as station_ids
         from assignments a
         join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
         join polling_stations p on p.election_id = s.election_id and p.id = s.counted_as and p.closed_at is not null
        where a.deleted_at is null
        group by a.election_id) t;
