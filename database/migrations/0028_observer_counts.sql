-- What an observer sent stands beside their row and no longer in it: lists that are ordered by it are
-- read from an index, from either end, and what is told of an observer changes only when somebody
-- changes it. Whoever never sent anything has a row as well, and comes before everybody who did.
create table observer_counts (
  election_id integer not null,
  observer_id integer not null,
  last_seen   timestamptz(3),
  visits      integer not null default 0,
  notes       integer not null default 0,
  primary key (election_id, observer_id),
  foreign key (election_id, observer_id) references observers (election_id, id)
);

insert into observer_counts (election_id, observer_id, last_seen, visits, notes)
select election_id, id, last_seen, visits, notes from observers;

create index observer_counts_by_last_seen
  on observer_counts (election_id, coalesce(last_seen, '-infinity'));
create index observer_counts_by_visits
  on observer_counts (election_id, visits, coalesce(last_seen, '-infinity'));
create index observer_counts_by_notes
  on observer_counts (election_id, notes, coalesce(last_seen, '-infinity'));

alter table observers drop column last_seen, drop column visits, drop column notes;

create function observers_inserted() returns trigger language plpgsql as $$
begin
  insert into observer_counts (election_id, observer_id) select election_id, id from inserted;
  return null;
end $$;

create trigger observers_inserted after insert on observers
  referencing new table as inserted for each statement execute function observers_inserted();

create or replace function count_visits(are visits[], were visits[]) returns void
  language plpgsql as $$
begin
  with said as materialized (
    select v.*, 1 as sign from unnest(are) v union all select v.*, -1 from unnest(were) v
  ), met as (
    select s.election_id, s.observer_id, s.county_id, s.ngo_id, o.is_test,
           sum(s.sign * (s.answered > 0)::integer)::integer as visits
      from said s
      join observers o on o.election_id = s.election_id and o.id = s.observer_id
     group by s.election_id, s.observer_id, s.county_id, s.ngo_id, o.is_test
    having sum(s.sign * (s.answered > 0)::integer) <> 0
  ), known as (
    insert into observer_counties as c (election_id, observer_id, county_id, visits)
    select election_id, observer_id, county_id, visits from met order by 1, 2, 3
    on conflict (election_id, observer_id, county_id) do update
      set visits = c.visits + excluded.visits
    returning election_id, observer_id, county_id, visits
  ), delta as (
    select election_id, ngo_id, county_id, sign * (answered > 0 or notes > 0)::integer as reported,
           sign * (flagged > 0)::integer as flagged, 0 as observers
      from said
    union all
    select m.election_id, m.ngo_id, m.county_id, 0, 0,
           (k.visits > 0)::integer - (k.visits - m.visits > 0)::integer
      from met m
      join known k using (election_id, observer_id, county_id)
     where not m.is_test
  ), counted as (
    insert into visit_counts as c (election_id, ngo_id, county_id, reported, flagged, observers)
    select election_id, ngo_id, county_id, sum(reported), sum(flagged), sum(observers)
      from delta
     group by election_id, ngo_id, county_id
    having sum(reported) <> 0 or sum(flagged) <> 0 or sum(observers) <> 0
     order by election_id, ngo_id, county_id
    on conflict (election_id, ngo_id, county_id) do update
      set reported = c.reported + excluded.reported, flagged = c.flagged + excluded.flagged,
          observers = c.observers + excluded.observers
  )
  update observer_counts c
     set last_seen = greatest(c.last_seen, d.last_seen), visits = c.visits + d.visits,
         notes = c.notes + d.notes
    from (select election_id, observer_id, max(last_modified) as last_seen, sum(sign) as visits,
                 sum(sign * notes) as notes
            from said group by election_id, observer_id) d
   where c.election_id = d.election_id and c.observer_id = d.observer_id
     and (d.visits <> 0 or d.notes <> 0 or c.last_seen is distinct from greatest(c.last_seen, d.last_seen));
end $$;

-- At how many stations something is flagged: the length of a list of which only the top is read.
-- A row for each form, and one for all forms (form_id 0), as in station_flags.
create table flagged_stations (
  election_id integer not null references elections,
  form_id     integer not null,
  stations    integer not null,
  primary key (election_id, form_id)
);

insert into flagged_stations (election_id, form_id, stations)
select election_id, form_id, count(*) from station_flags where flagged > 0 group by 1, 2;

create or replace function count_station_flags(are station_counts[], were station_counts[])
  returns void language plpgsql as $$
begin
  with changed as materialized (
    select d.election_id, w.form_id, d.polling_station_id, sum(d.flagged)::integer as flagged
      from (select election_id, polling_station_id, form_id, flagged from unnest(are)
            union all
            select election_id, polling_station_id, form_id, -flagged from unnest(were)) d
     cross join lateral (values (0), (d.form_id)) as w (form_id)
     group by d.election_id, w.form_id, d.polling_station_id
    having sum(d.flagged) <> 0
  ), counted as (
    insert into station_flags as s (election_id, form_id, polling_station_id, flagged)
    select * from changed order by 1, 2, 3
    on conflict (election_id, form_id, polling_station_id) do update
      set flagged = s.flagged + excluded.flagged
    returning election_id, form_id, polling_station_id, flagged
  )
  insert into flagged_stations as f (election_id, form_id, stations)
  select election_id, form_id,
         sum((s.flagged > 0)::integer - (s.flagged - c.flagged > 0)::integer) as stations
    from counted s
    join changed c using (election_id, form_id, polling_station_id)
   group by election_id, form_id
  having sum((s.flagged > 0)::integer - (s.flagged - c.flagged > 0)::integer) <> 0
   order by election_id, form_id
  on conflict (election_id, form_id) do update set stations = f.stations + excluded.stations;
end $$;
