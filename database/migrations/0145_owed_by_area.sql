-- In which area of the lowest level something is owed, that of the station it is counted as: areas of a county are counted by
-- what is owed in it, without a look at its stations.
alter table expectations add column area_id integer;

-- How many owe what stays the same.
alter table expectations disable trigger user;
update expectations x set area_id = s.area_id
  from polling_stations p
  join polling_stations s on s.election_id = p.election_id and s.id = p.counted_as
 where p.election_id = x.election_id and p.id = x.polling_station_id;
alter table expectations enable trigger user;
-- Of a station that has gone, where the job that takes along what is owed there is still to come; this is counted.
delete from expectations where area_id is null;

alter table expectations alter column area_id set not null;

-- It answers with one column more (database/functions/expectations.sql).
drop function if exists expected_at(integer, integer[]);
