-- Whoever never sent anything has a row of counts as well, and comes before everybody who did.
create or replace function observers_inserted() returns trigger language plpgsql as $$
begin
  insert into observer_counts (election_id, observer_id, is_test)
  select election_id, id, is_test from inserted;
  return null;
end $$;

create or replace trigger observers_inserted after insert on observers
  referencing new table as inserted for each statement execute function observers_inserted();

-- How many observers an organisation has, and how many of them are in the trash. A total is kept in parts, and a
-- transaction changes one that no other is changing: who adds one observer does not wait for who imports a
-- hundred thousand. There are as many parts as have ever been changed at once; each by itself may well be negative.
create or replace function count_observers(are observers[], were observers[]) returns void
  language plpgsql as $$
declare
  delta record;
begin
  for delta in
    select *
      from (select election_id, ngo_id,
                   sum(sign * (deleted_at is null)::integer) as living,
                   sum(sign * (deleted_at is not null)::integer) as deleted
              from (select o.*, 1 as sign from unnest(are) o
                    union all
                    select o.*, -1 from unnest(were) o) said
             group by election_id, ngo_id) d
     where living <> 0 or deleted <> 0
  loop
    update observer_totals t
       set living = t.living + delta.living, deleted = t.deleted + delta.deleted
     where t.id = (select free.id from observer_totals free
                    where free.election_id = delta.election_id and free.ngo_id = delta.ngo_id
                    limit 1 for update skip locked);
    if not found then
      insert into observer_totals (election_id, ngo_id, living, deleted)
      values (delta.election_id, delta.ngo_id, delta.living, delta.deleted);
    end if;
  end loop;
end $$;

create or replace function observers_changed() returns trigger language plpgsql as $$
declare
  are observers[] := '{}';
  were observers[] := '{}';
begin
  if tg_op <> 'DELETE' then are := array(select row(o.*)::observers from added o); end if;
  if tg_op <> 'INSERT' then were := array(select row(o.*)::observers from removed o); end if;
  perform count_observers(are, were);
  return null;
end $$;

create or replace trigger observers_added after insert on observers
  referencing new table as added for each statement execute function observers_changed();
create or replace trigger observers_updated after update on observers
  referencing new table as added old table as removed
  for each statement execute function observers_changed();
create or replace trigger observers_removed after delete on observers
  referencing old table as removed for each statement execute function observers_changed();
