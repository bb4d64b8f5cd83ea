-- A country's own name for a polling station that is not a whole number, such as 12A; phones use the number.
alter table polling_stations add column label text not null default '';

-- Searches find it.
drop index polling_stations_by_part;
alter table polling_stations drop column place_folded;
alter table polling_stations add column place_folded text
  generated always as (folded(label || ' ' || name || ' ' || address)) stored not null;
create index polling_stations_by_part on polling_stations using gin (thirds(place_folded));
