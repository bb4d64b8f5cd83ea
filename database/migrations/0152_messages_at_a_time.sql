-- A message may be written now and go out at a set time (docs/decisions/079). `send_at` is when it is to go, and once it
-- has gone, when it did; null: it went after it was written, or never.
alter table notifications add column send_at timestamptz(3);

-- Messages are listed by when they go or went.
create index notifications_by_leaving
  on notifications (election_id, coalesce(send_at, inserted_at) desc, id desc);
drop index notifications_by_time;
