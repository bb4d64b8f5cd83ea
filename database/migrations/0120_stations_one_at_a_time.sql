-- A polling station is edited in a form of its own, and may be closed (docs/decisions/077): it still takes
-- reports, and does not count as one to be covered. Who edits names the revision they began from (0047).
alter table polling_stations
  add column closed_at timestamptz(3),
  add column revision integer not null default 1,
  add column changes  jsonb not null default '{}',
  add column changing text check (changing is null);
