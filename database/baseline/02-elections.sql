-- One election at a time is current: the calls of phones and screens refer to it. Every table that grows begins its
-- key with election_id, so that the schema can be distributed by election.
create table elections (
  id               integer generated always as identity primary key,
  name             text not null check (name <> ''),
  day              date not null,
  -- Times without a zone (arrival times of older phones, filters) are read in this zone.
  timezone         text not null,
  state            text not null default 'live' check (state in ('rehearsal', 'live', 'archived')),
  is_current       boolean not null default false,
  -- The names of the levels of areas, outermost first: ["Province", "County", "Municipality"].
  level_names      jsonb not null,
  -- Which level the calls name a county, counted from 1.
  county_level     smallint not null check (county_level >= 1),
  created_at       timestamptz(3) not null default now(),
  -- The state before archiving, so that a live election never returns as a rehearsal, which one click clears. Null:
  -- it was live.
  archived_from    text check (archived_from in ('rehearsal', 'live')),
  -- Deleting hides the election and can be undone.
  deleted_at       timestamptz(3),
  -- When the observers' names and phones were erased.
  people_erased_at timestamptz(3),
  -- People are erased in batches, each its own transaction, so that no report waits. Progress in observers and lines
  -- of history; null while nothing is being erased.
  erasing_done     integer,
  erasing_total    integer,
  -- Every table edited in a form has these three columns (docs/decisions/033). A trigger counts the edits and keeps,
  -- for each field, which of them changed it last, when, and who. `changing` passes the account to the trigger and is
  -- null at rest.
  revision         integer not null default 1,
  changes          jsonb not null default '{}',
  changing         text check (changing is null),
  -- A rehearsal is emptied in steps, each as short as a report, so that no report waits. A rehearsal that goes live
  -- loses its reports; a rehearsal that is cleared is archived first and then loses everything.
  emptying         text check (emptying in ('reports', 'everything')),
  -- Progress in visits, observers and stations.
  emptied_done     integer,
  emptied_total    integer,
  -- The country whose dialling rules apply to local phone numbers (docs/decisions/041). Null: the country of the time
  -- zone.
  country          text check (country ~ '^[A-Z]{2}$'),
  constraint elections_current_is_open
    check (not is_current or (state <> 'archived' and deleted_at is null)),
  constraint erasing_is_counted check ((erasing_done is null) = (erasing_total is null)),
  constraint emptying_is_counted check (num_nulls(emptying, emptied_done, emptied_total) in (0, 3)),
  -- Only an archived election may lose everything.
  constraint emptying_is_over check (emptying is distinct from 'everything' or state = 'archived')
);

create unique index elections_one_is_current on elections (is_current) where is_current;

alter table recounts add constraint recounts_election_id_fkey foreign key (election_id) references elections;
