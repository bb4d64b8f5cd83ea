-- A tree of any depth: counties alone in Romania; province, county, municipality in Poland.
create table areas (
  election_id integer not null references elections,
  id          integer generated always as identity,
  parent_id   integer,
  -- 1 is the outermost.
  level       smallint not null check (level >= 1),
  -- The area of the county level this one is or lies in; null above that level. Kept here so that
  -- a filter by county is one comparison, however deep the tree.
  county_id   integer,
  code        text not null check (code <> ''),
  name        text not null check (name <> ''),
  position    integer not null default 0,
  is_diaspora boolean not null default false,
  primary key (election_id, id),
  foreign key (election_id, parent_id) references areas (election_id, id),
  foreign key (election_id, county_id) references areas (election_id, id),
  constraint areas_code_is_taken unique (election_id, level, code)
);

-- Phones name an area by its code alone.
create index areas_by_code on areas (election_id, code);
create index areas_of_parent on areas (election_id, parent_id, position);

create table polling_stations (
  election_id       integer not null references elections,
  id                integer generated always as identity,
  -- The innermost area; the number is unique in it.
  area_id           integer not null,
  county_id         integer not null,
  number            integer not null check (number >= 0),
  address           text not null default '',
  latitude          double precision check (latitude between -90 and 90),
  longitude         double precision check (longitude between -180 and 180),
  registered_voters integer check (registered_voters >= 0),
  primary key (election_id, id),
  foreign key (election_id, area_id) references areas (election_id, id),
  foreign key (election_id, county_id) references areas (election_id, id),
  constraint polling_stations_number_is_taken unique (election_id, area_id, number)
);

-- Phones that know only counties look a station up so; its highest number is the county's limit.
create index polling_stations_of_county on polling_stations (election_id, county_id, number);
