-- Flagged answers by station, of all organisations together: the most flagged are read from the end of
-- an index, however many stations there are. A row for each form, and one for all forms (form_id 0).
create table station_flags (
  election_id        integer not null,
  form_id            integer not null,
  polling_station_id integer not null,
  flagged            integer not null,
  primary key (election_id, form_id, polling_station_id),
  foreign key (election_id, polling_station_id) references polling_stations (election_id, id)
);
create index station_flags_most on station_flags (election_id, form_id, flagged desc)
  include (polling_station_id) where flagged > 0;

-- Rows in the order of their keys, so that two transactions never wait for each other in a circle.
create function count_station_flags(are station_counts[], were station_counts[]) returns void
  language plpgsql as $$
begin
  insert into station_flags as s (election_id, form_id, polling_station_id, flagged)
  select d.election_id, w.form_id, d.polling_station_id, sum(d.flagged)
    from (select election_id, polling_station_id, form_id, flagged from unnest(are)
          union all
          select election_id, polling_station_id, form_id, -flagged from unnest(were)) d
   cross join lateral (values (0), (d.form_id)) as w (form_id)
   group by d.election_id, w.form_id, d.polling_station_id
  having sum(d.flagged) <> 0
   order by d.election_id, w.form_id, d.polling_station_id
  on conflict (election_id, form_id, polling_station_id) do update
    set flagged = s.flagged + excluded.flagged;
end $$;

create or replace function station_counts_changed() returns trigger language plpgsql as $$
declare
  are station_counts[];
  were station_counts[] := '{}';
begin
  if tg_op = 'INSERT' then
    are := array(select row(c.*)::station_counts from inserted c);
  else
    are := array(select row(c.*)::station_counts from updated c);
    were := array(select row(c.*)::station_counts from replaced c);
  end if;
  perform count_flagged(are, were);
  perform count_station_flags(are, were);
  return null;
end $$;

-- What was there before.
insert into station_flags (election_id, form_id, polling_station_id, flagged)
select election_id, coalesce(form_id, 0), polling_station_id, sum(flagged)
  from station_counts
 group by grouping sets
       ((election_id, form_id, polling_station_id), (election_id, polling_station_id))
having sum(flagged) <> 0;
