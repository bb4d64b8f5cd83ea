-- The stations that coverage is a share of, in elections that name any: a sample or a list. An array, so that a station
-- that is deleted and restored still belongs to it. Empty: all stations.
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
