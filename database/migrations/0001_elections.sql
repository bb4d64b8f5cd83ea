-- The evening everything else hangs on. One election at a time is current: the phones' and the
-- screens' calls speak of that one. Every table that grows has election_id first in its key, so
-- that the same schema distributes by election (Citus) without a change.
create table elections (
  id           integer generated always as identity primary key,
  name         text not null check (name <> ''),
  day          date not null,
  -- Wall clocks without a zone (arrival times of older phones, filters) are read in this zone.
  timezone     text not null,
  state        text not null default 'live' check (state in ('rehearsal', 'live', 'archived')),
  is_current   boolean not null default false,
  -- What the levels of areas are called, outermost first: ["Province", "County", "Municipality"].
  level_names  jsonb not null,
  -- Which of the levels is the county of the calls, counted from 1.
  county_level smallint not null check (county_level >= 1),
  created_at   timestamptz(3) not null default now()
);

create unique index elections_one_is_current on elections (is_current) where is_current;
