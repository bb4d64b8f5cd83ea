-- A message may wait before anybody gets it, and be taken back until then (docs/decisions/079). While it waits
-- `held_until` says until when; whoever sends it, or takes it back, ends that under the lock of its row.
alter table notifications
  add column held_until    timestamptz(3),
  add column taken_back_at timestamptz(3),
  add column taken_back_by text,
  add constraint notifications_taken_back_are_not_held check (held_until is null or taken_back_at is null),
  add constraint notifications_taken_back_by_somebody check ((taken_back_at is null) = (taken_back_by is null));

create index notifications_held on notifications (election_id) where held_until is not null;
