-- The uploaded shapes of an election's areas. They are matched with areas when they are shown (docs/decisions/076),
-- because places are renamed, deleted and restored.
create table shape_files (
  election_id       integer not null references elections,
  id                integer generated always as identity,
  file_name         text not null,
  uploaded_at       timestamptz not null,
  -- Replaced or removed, which can be undone.
  removed_at        timestamptz,
  -- For each shape its properties, and its polygons as rings of longitudes and latitudes.
  shapes            jsonb not null,
  -- Municipalities have their own file beside that of the counties.
  of_municipalities boolean not null default false,
  primary key (election_id, id)
);

create unique index shape_files_one_of_each_is_shown on shape_files (election_id, of_municipalities)
  where removed_at is null;
