-- What was practised is taken back in steps, each as short as a report: nobody who reports meanwhile waits
-- longer.
--
-- Takes back all that some observers sent, and answers with the number of their visits. Everything is held
-- in the order in which reports hold it: the observers, so that they report before or after; what was kept
-- aside; the stations; then what they are counted in. Of that the counts of counties are changed by a
-- trigger once the statement is done, and so come last.
create or replace function take_back(election integer, observer_ids integer[]) returns integer
  language plpgsql as $$
declare
  going integer[];
begin
  perform from observer_counts c
    where c.election_id = election and c.observer_id = any(observer_ids)
    order by c.observer_id for no key update;
  perform from unplaced u
    where u.election_id = election and u.observer_id = any(observer_ids) order by u.id for update;
  going := array(select v.id from visits v
                  where v.election_id = election and v.observer_id = any(observer_ids));
  perform from polling_stations p
    where p.election_id = election
      and p.id in (select v.polling_station_id from visits v
                    where v.election_id = election and v.id = any(going))
    order by p.id for key share;
  -- Between answers of practice nothing is left to be settled.
  delete from settled_answers s
   where s.election_id = election
     and s.polling_station_id in (select unnest(array[p.id, p.counted_as])
                                    from visits v
                                    join polling_stations p
                                      on p.election_id = v.election_id and p.id = v.polling_station_id
                                   where v.election_id = election and v.id = any(going));
  delete from attachments a
   where a.election_id = election
     and a.note_id in (select n.id from notes n
                        where n.election_id = election and n.visit_id = any(going));
  delete from attachments a
   where a.election_id = election
     and a.unplaced_id in (select u.id from unplaced u
                            where u.election_id = election and u.observer_id = any(observer_ids));
  delete from notes n where n.election_id = election and n.visit_id = any(going);
  delete from last_said l where l.election_id = election and l.observer_id = any(observer_ids);
  delete from unplaced u where u.election_id = election and u.observer_id = any(observer_ids);
  -- PostgreSQL does what stands first in a statement last, and the triggers in that order: the counts of
  -- quarters, which stand last, the visits, the counts of stations; then what counts visits, then counties.
  with gone as (
    delete from answers n
     using visits v, observer_counts o
     where v.election_id = election and v.id = any(going)
       and o.election_id = v.election_id and o.observer_id = v.observer_id
       and n.election_id = v.election_id and n.visit_id = v.id
    returning v.id as visit_id, v.polling_station_id, v.ngo_id, n.form_id, n.question_id, n.is_flagged,
              n.received_at, o.is_test
  ), stations as (
    insert into station_counts as c
      (election_id, polling_station_id, ngo_id, form_id, answered, flagged)
    select election, g.polling_station_id, g.ngo_id, g.form_id,
           -count(distinct (g.visit_id, g.question_id)), -count(*) filter (where g.is_flagged)
      from gone g where not g.is_test
     group by g.polling_station_id, g.ngo_id, g.form_id
     order by g.polling_station_id, g.ngo_id, g.form_id
    on conflict (election_id, polling_station_id, ngo_id, form_id) do update
      set answered = c.answered + excluded.answered, flagged = c.flagged + excluded.flagged
  ), left_behind as (
    delete from visits v where v.election_id = election and v.id = any(going)
  )
  insert into report_counts as r (election_id, quarter, ngo_id, share, reports, flagged)
  select election, date_bin('15 minutes', g.received_at, timestamptz 'epoch') as quarter, g.ngo_id,
         pg_backend_pid() % 16, -count(distinct (g.visit_id, g.received_at)),
         -count(*) filter (where g.is_flagged)
    from gone g where not g.is_test
   group by quarter, g.ngo_id
   order by quarter, g.ngo_id
  on conflict (election_id, quarter, ngo_id, share) do update
    set reports = r.reports + excluded.reports, flagged = r.flagged + excluded.flagged;
  -- They count nothing any more.
  delete from observer_counties m
   where m.election_id = election and m.observer_id = any(observer_ids);
  return cardinality(going);
end $$;
