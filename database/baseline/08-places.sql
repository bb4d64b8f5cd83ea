-- A tree of any depth: counties alone in Romania; province, county, municipality in Poland.
create table areas (
  election_id     integer not null references elections,
  id              integer generated always as identity,
  parent_id       integer,
  -- 1 is the outermost.
  level           smallint not null check (level >= 1),
  -- The ancestor at the county level, or the area itself; null above that level. A copy, so that a filter by county
  -- is one comparison.
  county_id       integer,
  code            text not null check (code <> ''),
  name            text not null check (name <> ''),
  position        integer not null default 0,
  is_diaspora     boolean not null default false,
  revision        integer not null default 1,
  changes         jsonb not null default '{}',
  changing        text check (changing is null),
  -- Counts changes to the set of stations and to their numbers. The number of stations is edited in the county's
  -- form, and an edit based on an older set is refused.
  station_changes integer not null default 0,
  -- What a search compares: folding thousands of rows for each search would take longer than the search.
  known_as        text generated always as (folded(code || ' ' || name)) stored not null,
  primary key (election_id, id),
  constraint areas_code_is_taken unique (election_id, level, code),
  foreign key (election_id, parent_id) references areas,
  foreign key (election_id, county_id) references areas
);

-- Phones name an area by its code alone.
create index areas_by_code on areas (election_id, code);
create index areas_of_parent on areas (election_id, parent_id, position);
-- A phone that has chosen its county asks for the areas in it.
create index areas_of_county on areas (election_id, county_id);

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
  -- The name of the building, such as a school: phones go by number, people look for a door.
  name              text not null default '',
  place_folded      text generated always as (folded(name || ' ' || address)) stored not null,
  -- A closed station still accepts reports and need not be covered (docs/decisions/077).
  closed_at         timestamptz(3),
  revision          integer not null default 1,
  changes           jsonb not null default '{}',
  changing          text check (changing is null),
  -- The station that this one is counted as (docs/decisions/080): an import created it twice, or the authority merged
  -- two. Reports stay where they were sent, so that phones go on and the merge can be undone. One level deep.
  merged_into       integer,
  counted_as        integer generated always as (coalesce(merged_into, id)) stored not null,
  primary key (election_id, id),
  constraint polling_stations_number_is_taken unique (election_id, area_id, number),
  foreign key (election_id, area_id) references areas,
  foreign key (election_id, county_id) references areas,
  -- A station that others are merged into cannot be deleted by hand; emptying an election must not be refused.
  constraint polling_stations_merged
    foreign key (election_id, merged_into) references polling_stations on delete set null (merged_into),
  constraint polling_stations_merged_into_another check (merged_into <> id)
);

-- Phones that know only counties find a station by this; its highest number is the county's limit.
create index polling_stations_of_county on polling_stations (election_id, county_id, number);
-- A search by number alone.
create index polling_stations_by_number on polling_stations (election_id, number);
-- A search for three or more letters of a name or street.
create index polling_stations_by_part on polling_stations using gin (thirds(place_folded));
create index polling_stations_counted_as on polling_stations (election_id, counted_as);
-- The stations to be covered, counted by an index-only scan.
create index polling_stations_to_cover on polling_stations (election_id, area_id)
  where closed_at is null and merged_into is null;
-- Merged stations are few; counting and deleting look for them.
create index polling_stations_merged_into on polling_stations (election_id, merged_into)
  where merged_into is not null;

-- Each place of an import: its values before, and what the import wrote. A place with other values now was changed
-- since. The undo deletes the rows of what it restored; the others say why they were kept. No foreign key to the
-- place, because a deleted county may return.
create table imported_places (
  election_id integer not null,
  import_id   integer not null,
  kind        text not null check (kind in ('county', 'station')),
  place_id    integer not null,
  is_added    boolean not null,
  before      jsonb,
  written     jsonb not null,
  kept        text check (kept in ('reported', 'edited', 'holds-stations', 'limits-account')),
  primary key (election_id, import_id, kind, place_id),
  foreign key (election_id, import_id) references imports on delete cascade
);
