-- Which stations somebody is assigned to, and which somebody has visited: by organisation, and by all of them together
-- (ngo_id 0), without test observers and without stations that are closed. Written by `cover_now` alone
-- (database/functions/cover.sql).
create table station_cover (
  election_id        integer not null,
  polling_station_id integer not null,
  ngo_id             integer not null,
  -- Where the station lies, kept here so that one that moves or goes is counted out of where it was.
  area_id            integer not null,
  -- 0 or 1, to be added up.
  covered            smallint not null,
  visited            smallint not null,
  primary key (election_id, polling_station_id, ngo_id)
);

-- How many of them there are, by the area that they lie in.
create table cover_counts (
  election_id integer not null,
  ngo_id      integer not null,
  area_id     integer not null,
  covered     integer not null default 0,
  visited     integer not null default 0,
  primary key (election_id, ngo_id, area_id)
);

-- Of how many: those that are to be covered, counted by the index alone.
create index polling_stations_to_cover on polling_stations (election_id, area_id) where closed_at is null;

-- What was there before.
insert into station_cover (election_id, polling_station_id, ngo_id, area_id, covered, visited)
select s.election_id, s.id, n.ngo_id, s.area_id, max(f.covered), max(f.visited)
  from (select a.election_id, a.polling_station_id, o.ngo_id, 1 as covered, 0 as visited
          from assignments a
          join observers o on o.election_id = a.election_id and o.id = a.observer_id and o.deleted_at is null
          join observer_counts c on c.election_id = o.election_id and c.observer_id = o.id and not c.is_test
         where a.deleted_at is null
        union all
        select v.election_id, v.polling_station_id, v.ngo_id, 0, 1
          from visits v
          join observer_counts c on c.election_id = v.election_id and c.observer_id = v.observer_id and not c.is_test) f
  join polling_stations s on s.election_id = f.election_id and s.id = f.polling_station_id and s.closed_at is null
 cross join lateral (values (f.ngo_id), (0)) n (ngo_id)
 group by s.election_id, s.id, n.ngo_id, s.area_id;
insert into cover_counts (election_id, ngo_id, area_id, covered, visited)
select election_id, ngo_id, area_id, sum(covered), sum(visited) from station_cover group by 1, 2, 3;
