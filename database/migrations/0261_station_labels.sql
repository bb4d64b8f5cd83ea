-- What a country calls a polling station where that is no whole number, such as 12A: phones go by the number beside it.
alter table polling_stations add column label text not null default '';

-- A search finds it.
drop index polling_stations_by_part;
alter table polling_stations drop column place_folded;
alter table polling_stations add column place_folded text
  generated always as (folded(label || ' ' || name || ' ' || address)) stored not null;
create index polling_stations_by_part on polling_stations using gin (thirds(place_folded));
