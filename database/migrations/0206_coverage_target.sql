-- The stations that shares of coverage are of, where an election names any: a sample, or a list of its own. As an
-- array, so that a station that is deleted and brought back is still of it. Empty: of all stations.
create table coverage_targets (
  election_id integer not null primary key references elections on delete cascade,
  revision    integer not null,
  station_ids integer[] not null
);

-- Covered and visited too.
alter table cover_counts add column met integer not null default 0;
update cover_counts c
   set met = coalesce((select sum(s.covered * s.visited) from station_cover s
                        where s.election_id = c.election_id and s.ngo_id = c.ngo_id and s.area_id = c.area_id), 0);
