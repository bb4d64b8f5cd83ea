-- Totals that are wrong since 0030, which counted while an older server went on adding observers: what
-- each lacks comes as one more part.
insert into observer_totals (election_id, ngo_id, living, deleted)
select * from (
  select election_id, ngo_id,
         coalesce(c.living, 0) - coalesce(k.living, 0) as living,
         coalesce(c.deleted, 0) - coalesce(k.deleted, 0) as deleted
    from (select election_id, ngo_id, sum(living)::integer as living, sum(deleted)::integer as deleted
            from observer_totals group by 1, 2) k
    full join (select election_id, ngo_id, (count(*) filter (where deleted_at is null))::integer as living,
                      count(deleted_at)::integer as deleted
                 from observers group by 1, 2) c using (election_id, ngo_id)) lacking
 where living <> 0 or deleted <> 0;
