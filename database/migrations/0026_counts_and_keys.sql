-- What is done for every report, for less. As plain SQL, a function is read and planned anew whenever
-- it is called; PL/pgSQL keeps its plans.
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
  update observers o
     set last_seen = greatest(o.last_seen, d.last_seen), visits = o.visits + d.visits,
         notes = o.notes + d.notes
    from (select election_id, observer_id, max(last_modified) as last_seen, sum(sign) as visits,
                 sum(sign * notes) as notes
            from said group by election_id, observer_id) d
   where o.election_id = d.election_id and o.id = d.observer_id
     and (d.visits <> 0 or d.notes <> 0 or o.last_seen is distinct from greatest(o.last_seen, d.last_seen));
end $$;

create or replace function count_flagged(are station_counts[], were station_counts[]) returns void
  language plpgsql as $$
begin
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
    set flagged = c.flagged + excluded.flagged;
end $$;

-- An answer is an option that was published, in that version of the form, for that question: looked up
-- once instead of three times, and no answer can pair what does not belong together.
alter table published_options
  add unique (election_id, option_id, form_version, question_id, form_id);
alter table answers
  drop constraint answers_election_id_question_id_fkey,
  drop constraint answers_election_id_option_id_fkey,
  drop constraint answers_election_id_form_id_form_version_fkey,
  add constraint answers_were_published
    foreign key (election_id, option_id, form_version, question_id, form_id)
    references published_options (election_id, option_id, form_version, question_id, form_id);

-- The list of observers as it opens, from either end and without sorting it. Nothing in it changes with
-- a report.
create index observers_by_name on observers (election_id, lower(name), id) where deleted_at is null;

-- Statistics by station read what is flagged, not what is answered.
create index station_counts_flagged on station_counts (election_id, ngo_id, form_id)
  include (polling_station_id, flagged) where flagged > 0;
