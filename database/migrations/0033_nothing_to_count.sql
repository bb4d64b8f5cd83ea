-- Of a statement that writes no row its triggers hear as well; of one that inserts or else updates, both
-- kinds do. What changed nothing is not counted, which for a report is every second time.
create or replace function visits_changed() returns trigger language plpgsql as $$
declare
  are visits[];
  were visits[] := '{}';
begin
  -- Visits go only with their whole election, and with them what counts them.
  if tg_op = 'INSERT' then
    are := array(select row(v.*)::visits from inserted v);
  else
    are := array(select row(v.*)::visits from updated v);
    were := array(select row(v.*)::visits from replaced v);
  end if;
  if cardinality(are) > 0 then perform count_visits(are, were); end if;
  return null;
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
  if cardinality(are) > 0 then
    perform count_flagged(are, were);
    perform count_station_flags(are, were);
  end if;
  return null;
end $$;
