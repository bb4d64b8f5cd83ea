-- The shapes of an election's areas, as somebody uploaded them. Which shape is which area is found whenever they are
-- shown (docs/decisions/076): places are renamed, deleted and brought back without them.
create table shape_files (
  election_id integer not null references elections,
  id          integer generated always as identity,
  file_name   text not null,
  uploaded_at timestamptz not null,
  -- Replaced by another or taken away, which can be undone.
  removed_at  timestamptz,
  -- For each shape its properties, and its polygons as rings of longitudes and latitudes.
  shapes      jsonb not null,
  primary key (election_id, id)
);

create unique index shape_files_one_is_shown on shape_files (election_id) where removed_at is null;
