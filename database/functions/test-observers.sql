-- Counts observers as those they are said to be, and answers with how many that changed: somebody who
-- turns out to be a test observer (or not to be one) is counted so from then on, with all that they sent.
-- Whether they only test is said in `observers`; what it means for the counts stands in `observer_counts`, beside
-- what they sent, and follows in steps, each as short as a report.
--
-- Everything is held in the order in which reports hold it: the observers, so that they report before or
-- after; the stations, so that none moves to another county in between; then the counts, those of
-- quarters of an hour first, those of stations next and those of counties last.
create or replace function count_as_said(election integer, observer_ids integer[]) returns integer
  language plpgsql as $$
declare
  turned integer[];
begin
  perform from observer_counts c
    where c.election_id = election and c.observer_id = any(observer_ids)
    order by c.observer_id for no key update;
  turned := array(
    select c.observer_id
      from observer_counts c
      join observers o on o.election_id = c.election_id and o.id = c.observer_id
     where c.election_id = election and c.observer_id = any(observer_ids) and c.is_test <> o.is_test);
  if cardinality(turned) = 0 then return 0; end if;
  perform from polling_stations p
    where p.election_id = election
      and p.id in (select v.polling_station_id from visits v
                    where v.election_id = election and v.observer_id = any(turned))
    order by p.id for key share;
  insert into report_counts as r (election_id, quarter, ngo_id, share, reports, flagged)
  select election, s.quarter, s.ngo_id, pg_backend_pid() % 16, sum(s.sign * s.reports),
         sum(s.sign * s.flagged)
    from (select date_bin('15 minutes', n.received_at, timestamptz 'epoch') as quarter, v.ngo_id,
                 case when c.is_test then 1 else -1 end as sign,
                 count(distinct (n.visit_id, n.received_at)) as reports,
                 count(*) filter (where n.is_flagged) as flagged
            from observer_counts c
            join visits v on v.election_id = c.election_id and v.observer_id = c.observer_id
            join answers n on n.election_id = v.election_id and n.visit_id = v.id
           where c.election_id = election and c.observer_id = any(turned)
           group by 1, 2, 3) s
   group by s.quarter, s.ngo_id
   order by s.quarter, s.ngo_id
  on conflict (election_id, quarter, ngo_id, share) do update
    set reports = r.reports + excluded.reports, flagged = r.flagged + excluded.flagged;
  -- PostgreSQL does what stands first in a statement last, and the triggers in that order: what visits count in
  -- comes before what stations do.
  with stations as (
    insert into station_counts as c
      (election_id, polling_station_id, ngo_id, form_id, answered, flagged)
    select election, s.polling_station_id, s.ngo_id, s.form_id, sum(s.answered), sum(s.flagged)
      from (select v.polling_station_id, v.ngo_id, n.form_id, t.sign * count(distinct n.question_id) as answered,
                   t.sign * count(*) filter (where n.is_flagged) as flagged
              from (select c.observer_id, case when c.is_test then 1 else -1 end as sign
                      from observer_counts c
                     where c.election_id = election and c.observer_id = any(turned)) t
              join visits v on v.election_id = election and v.observer_id = t.observer_id
              join answers n on n.election_id = v.election_id and n.visit_id = v.id
             group by v.id, v.polling_station_id, v.ngo_id, n.form_id, t.sign) s
     group by s.polling_station_id, s.ngo_id, s.form_id
     order by s.polling_station_id, s.ngo_id, s.form_id
    on conflict (election_id, polling_station_id, ngo_id, form_id) do update
      set answered = c.answered + excluded.answered, flagged = c.flagged + excluded.flagged
  )
  update observer_counts c set is_test = not c.is_test
   where c.election_id = election and c.observer_id = any(turned);
  return cardinality(turned);
end $$;

-- In how many counties observers were: who only tests is not counted. Of what a report changes nothing is of
-- interest here; triggers do that.
create or replace function observer_counts_updated() returns trigger language plpgsql as $$
begin
  perform take_counting_turn(t.election_id)
    from (select distinct a.election_id from updated a
            join replaced b on b.election_id = a.election_id and b.observer_id = a.observer_id and b.is_test <> a.is_test
           order by 1) t;
  insert into visit_counts as c (election_id, ngo_id, county_id, observers)
  select m.election_id, o.ngo_id, m.county_id, sum(case when a.is_test then -1 else 1 end)
    from updated a
    join replaced b on b.election_id = a.election_id and b.observer_id = a.observer_id and b.is_test <> a.is_test
    join observers o on o.election_id = a.election_id and o.id = a.observer_id
    join observer_counties m on m.election_id = a.election_id and m.observer_id = a.observer_id and m.visits > 0
   group by m.election_id, o.ngo_id, m.county_id
  having sum(case when a.is_test then -1 else 1 end) <> 0
   order by m.election_id, o.ngo_id, m.county_id
  on conflict (election_id, ngo_id, county_id) do update set observers = c.observers + excluded.observers;
  -- What they owe, and what is owed by those for whose station they reported.
  perform expect_now(t.election_id, t.station_ids)
    from (select s.election_id, array_agg(distinct s.polling_station_id) as station_ids
            from updated a
            join replaced b on b.election_id = a.election_id and b.observer_id = a.observer_id and b.is_test <> a.is_test
           cross join lateral (
             select s.election_id, s.polling_station_id from assignments s
              where s.election_id = a.election_id and s.observer_id = a.observer_id
             union all
             select v.election_id, v.polling_station_id from visits v
              where v.election_id = a.election_id and v.observer_id = a.observer_id) s
           group by s.election_id) t;
  return null;
end $$;

create or replace trigger observer_counts_updated after update on observer_counts
  referencing new table as updated old table as replaced
  for each statement when (pg_trigger_depth() = 0) execute function observer_counts_updated();
