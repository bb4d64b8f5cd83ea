-- Serialises writes for these observers until the transaction ends. In the order of their ids.
create or replace function hold_observers(observer_ids integer[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(1447380808, i.id)
     from (select distinct o.id from unnest(observer_ids) o (id) order by 1) i;
end $$;

-- The same for one of them, unless another transaction holds it.
create or replace function try_hold_observer(observer_id integer) returns boolean language sql as $$
  select pg_try_advisory_xact_lock(1447380808, observer_id)
$$;
