-- What lists and statistics count, kept by the database itself in the transaction of what is counted:
-- however many reports there are, a total is read and never worked out.

-- The review list: by organisation and county.
create table visit_counts (
  election_id integer not null,
  ngo_id      integer not null references ngos,
  county_id   integer not null,
  -- Visits with an answer or a note.
  reported    integer not null default 0,
  -- Visits with a flagged answer.
  flagged     integer not null default 0,
  -- Observers with an answer there, test observers left out.
  observers   integer not null default 0,
  primary key (election_id, ngo_id, county_id),
  foreign key (election_id, county_id) references areas (election_id, id)
);

-- On how many visits in a county an observer has answered; none: no row, or zero.
create table observer_counties (
  election_id integer not null,
  observer_id integer not null,
  county_id   integer not null,
  visits      integer not null,
  primary key (election_id, observer_id, county_id),
  foreign key (election_id, observer_id) references observers (election_id, id),
  foreign key (election_id, county_id) references areas (election_id, id)
);

-- Flagged answers by county: what station_counts has by station.
create table county_counts (
  election_id integer not null,
  county_id   integer not null,
  ngo_id      integer not null references ngos,
  form_id     integer not null,
  flagged     integer not null,
  primary key (election_id, county_id, ngo_id, form_id),
  foreign key (election_id, county_id) references areas (election_id, id),
  foreign key (election_id, form_id) references forms (election_id, id)
);

-- What an observer sent in all, for lists that are ordered by it. Kept beside the name and phone,
-- and in no index, so that counting rewrites nothing but the row.
alter table observers
  add column last_seen timestamptz(3),
  add column visits integer not null default 0,
  add column notes integer not null default 0;
alter table observers set (fillfactor = 80);

-- Counts rows that are there now and were not (or not so) before. Everything is taken in the order of
-- its key, so that two transactions never wait for each other in a circle.
create function count_visits(are visits[], were visits[]) returns void language sql as $$
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
  update observers o
     set last_seen = greatest(o.last_seen, d.last_seen), visits = o.visits + d.visits,
         notes = o.notes + d.notes
    from (select election_id, observer_id, max(last_modified) as last_seen, sum(sign) as visits,
                 sum(sign * notes) as notes
            from said group by election_id, observer_id) d
   where o.election_id = d.election_id and o.id = d.observer_id
     and (d.visits <> 0 or d.notes <> 0 or o.last_seen is distinct from greatest(o.last_seen, d.last_seen))
$$;

create function visits_changed() returns trigger language plpgsql as $$
begin
  -- Visits go only with their whole election, and with them what counts them.
  if tg_op = 'INSERT' then
    perform count_visits(array(select row(v.*)::visits from inserted v), '{}');
  else
    perform count_visits(array(select row(v.*)::visits from updated v),
                         array(select row(v.*)::visits from replaced v));
  end if;
  return null;
end $$;

create trigger visits_inserted after insert on visits
  referencing new table as inserted for each statement execute function visits_changed();
create trigger visits_updated after update on visits
  referencing new table as updated old table as replaced
  for each statement execute function visits_changed();

create function count_flagged(are station_counts[], were station_counts[]) returns void
  language sql as $$
  insert into county_counts as c (election_id, county_id, ngo_id, form_id, flagged)
  select d.election_id, s.county_id, d.ngo_id, d.form_id, sum(d.flagged)
    from (select election_id, polling_station_id, ngo_id, form_id, flagged from unnest(are)
          union all
          select election_id, polling_station_id, ngo_id, form_id, -flagged from unnest(were)) d
    join polling_stations s on s.election_id = d.election_id and s.id = d.polling_station_id
   group by d.election_id, s.county_id, d.ngo_id, d.form_id
  having sum(d.flagged) <> 0
   order by d.election_id, s.county_id, d.ngo_id, d.form_id
  on conflict (election_id, county_id, ngo_id, form_id) do update
    set flagged = c.flagged + excluded.flagged
$$;

create function station_counts_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_flagged(array(select row(c.*)::station_counts from inserted c), '{}');
  else
    perform count_flagged(array(select row(c.*)::station_counts from updated c),
                          array(select row(c.*)::station_counts from replaced c));
  end if;
  return null;
end $$;

create trigger station_counts_inserted after insert on station_counts
  referencing new table as inserted for each statement execute function station_counts_changed();
create trigger station_counts_updated after update on station_counts
  referencing new table as updated old table as replaced
  for each statement execute function station_counts_changed();

-- A station that moves to another county takes along what was counted there; its visits follow by
-- themselves, in `visits.county_id`.
create function station_moved() returns trigger language plpgsql as $$
begin
  update county_counts c set flagged = c.flagged - s.flagged
    from station_counts s
   where s.election_id = old.election_id and s.polling_station_id = old.id
     and c.election_id = s.election_id and c.county_id = old.county_id
     and c.ngo_id = s.ngo_id and c.form_id = s.form_id;
  insert into county_counts as c (election_id, county_id, ngo_id, form_id, flagged)
  select election_id, new.county_id, ngo_id, form_id, flagged from station_counts
   where election_id = new.election_id and polling_station_id = new.id and flagged <> 0
  on conflict (election_id, county_id, ngo_id, form_id) do update
    set flagged = c.flagged + excluded.flagged;
  return null;
end $$;

create trigger station_moved after update of county_id on polling_stations
  for each row when (old.county_id <> new.county_id) execute function station_moved();

-- Somebody who turns out to be a test observer (or not to be one) is counted so from then on, with
-- all that they sent; only the quarters of an hour keep what came in as it came.
create function test_observer_changed() returns trigger language plpgsql as $$
declare
  sign constant integer := case when new.is_test then -1 else 1 end;
begin
  insert into station_counts as c
    (election_id, polling_station_id, ngo_id, form_id, answered, flagged)
  select v.election_id, v.polling_station_id, v.ngo_id, n.form_id,
         sign * count(distinct n.question_id), sign * count(*) filter (where n.is_flagged)
    from visits v
    join answers n on n.election_id = v.election_id and n.visit_id = v.id
   where v.election_id = new.election_id and v.observer_id = new.id
   group by v.election_id, v.polling_station_id, v.ngo_id, n.form_id
   order by v.polling_station_id, v.ngo_id, n.form_id
  on conflict (election_id, polling_station_id, ngo_id, form_id) do update
    set answered = c.answered + excluded.answered, flagged = c.flagged + excluded.flagged;
  update visit_counts c set observers = c.observers + sign
    from observer_counties m
   where m.election_id = new.election_id and m.observer_id = new.id and m.visits > 0
     and c.election_id = m.election_id and c.county_id = m.county_id and c.ngo_id = new.ngo_id;
  return null;
end $$;

create trigger test_observer_changed after update of is_test on observers
  for each row when (old.is_test <> new.is_test) execute function test_observer_changed();

-- What was there before.
insert into observer_counties (election_id, observer_id, county_id, visits)
select election_id, observer_id, county_id, count(*) from visits where answered > 0 group by 1, 2, 3;

insert into visit_counts (election_id, ngo_id, county_id, reported, flagged, observers)
select v.election_id, v.ngo_id, v.county_id, count(*) filter (where v.answered > 0 or v.notes > 0),
       count(*) filter (where v.flagged > 0),
       count(distinct v.observer_id) filter (where v.answered > 0 and not o.is_test)
  from visits v
  join observers o on o.election_id = v.election_id and o.id = v.observer_id
 group by 1, 2, 3;

insert into county_counts (election_id, county_id, ngo_id, form_id, flagged)
select n.election_id, s.county_id, n.ngo_id, n.form_id, sum(n.flagged)
  from station_counts n
  join polling_stations s on s.election_id = n.election_id and s.id = n.polling_station_id
 group by 1, 2, 3, 4;

update observers o
   set last_seen = v.last_seen, visits = v.visits, notes = v.notes
  from (select election_id, observer_id, max(last_modified) as last_seen, count(*) as visits,
               sum(notes) as notes
          from visits group by 1, 2) v
 where o.election_id = v.election_id and o.id = v.observer_id;
