-- A place as somebody types it who is in a hurry: an area by its code and name, a station by its school
-- and street. Kept beside them: a search reads thousands of both, and folding each again takes longer
-- than everything else.
alter table areas
  add column known_as text generated always as (folded(code || ' ' || name)) stored not null;
alter table polling_stations
  add column place_folded text generated always as (folded(name || ' ' || address)) stored not null;

-- A number alone, wherever it is.
create index polling_stations_by_number on polling_stations (election_id, number);
-- A piece of a street, three signs of it or more.
create index polling_stations_by_part on polling_stations using gin (thirds(place_folded));
