-- The audience of a milestone. An empty list and null: all shifts.
alter table milestones
  -- Areas of any level, with all areas in them. A deleted one reaches no shift until it is restored.
  add column for_areas integer[] not null default '{}',
  add column for_ngos integer[] not null default '{}',
  add column for_diaspora boolean,
  add column for_mobile boolean;
