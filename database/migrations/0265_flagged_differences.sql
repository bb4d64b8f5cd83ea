-- Whether an answer that is compared is flagged: such differences are listed first.
alter table differences add is_flagged boolean not null default false;

update differences d
   set is_flagged = true
 where exists (
   select from polling_stations s
     join visits v on v.election_id = s.election_id and v.polling_station_id = s.id
     join observers o on o.election_id = v.election_id and o.id = v.observer_id and not o.is_test
     join answers a on a.election_id = v.election_id and a.visit_id = v.id and a.question_id = d.question_id
    where s.election_id = d.election_id and s.counted_as = d.polling_station_id and (d.ngo_id = 0 or v.ngo_id = d.ngo_id)
      and a.is_flagged);
