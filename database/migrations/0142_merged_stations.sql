-- A polling station that another one stands for (docs/decisions/080): an import made it twice, or the authority merged
-- two. What hangs on it stays where it was said, so that phones that name it go on and the two can be parted again; it
-- is read and counted as the other's. One level deep: what stands for others is merged into none.
alter table polling_stations
  add column merged_into integer,
  add column counted_as  integer not null generated always as (coalesce(merged_into, id)) stored,
  add constraint polling_stations_merged_into_another check (merged_into <> id),
  -- Whoever deletes a station by hand is refused while it stands for others; an election that is emptied goes on.
  add constraint polling_stations_merged foreign key (election_id, merged_into)
    references polling_stations (election_id, id) on delete set null (merged_into);

create index polling_stations_counted_as on polling_stations (election_id, counted_as);

-- Those that are to be covered, counted by the index alone.
drop index polling_stations_to_cover;
create index polling_stations_to_cover on polling_stations (election_id, area_id)
  where closed_at is null and merged_into is null;
