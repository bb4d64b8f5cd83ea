-- The number of the change that made a review, which undo puts back with it: a change names the one that it began from.
alter table reviews add column revision integer not null default 0;
update reviews set revision = coalesce(change_id, 0);
