-- Comments on an incident; `ngo_id` is the organisation that made it.
alter table comments add column incident_id integer;
alter table comments drop constraint comments_check;
alter table comments add check (
  num_nonnulls(observer_id, polling_station_id) > 0 and incident_id is null
  or num_nonnulls(observer_id, polling_station_id) = 0 and incident_id is not null);

create index comments_of_incident on comments (election_id, incident_id, id desc)
  where incident_id is not null and deleted_at is null;
