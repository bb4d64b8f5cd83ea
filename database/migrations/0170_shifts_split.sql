-- A shift never changes its past: an act at a moment ends it there, and another assignment goes on from there.
alter table assignments
  -- When the shift began that this one continues; null: it continues none. Deadlines relative to the beginning that were
  -- due between the two are the former's. After several acts it is moved, so that the same holds.
  add column began_at timestamptz(3),
  -- Until when it was planned before the observer was replaced or taken out; null: neither happened.
  add column cut_until timestamptz(3);
