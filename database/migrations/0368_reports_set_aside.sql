-- Since when a review sets a visit aside, so that it counts nowhere; null: it counts.
alter table visits add column set_aside_at timestamptz(3);

-- The few visits that do not count are read once, beside test observers.
create index visits_set_aside on visits (election_id, id) where set_aside_at is not null;

-- Why it is set aside. The reason before is for undo: apart from `before`, because it is erased with people.
alter table reviews
  add column reason text not null default '',
  add column reason_before text not null default '';
