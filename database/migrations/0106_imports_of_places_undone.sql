-- Imports of places can be taken back as those of observers can: what is known of an import stands in one
-- table, of whatever it was (features/tasks).
alter table observer_imports rename to imports;
alter table imports rename constraint observer_imports_pkey to imports_pkey;
alter table imports rename constraint observer_imports_election_id_fkey to imports_election_id_fkey;
alter table imports rename constraint observer_imports_ngo_id_fkey to imports_ngo_id_fkey;
alter sequence observer_imports_id_seq rename to imports_id_seq;
alter table imports
  alter column ngo_id drop not null,
  add column kind text not null default 'observers'
    check (kind in ('observers', 'counties', 'stations')),
  -- Polling stations that came along with their counties, and how many of them are gone again.
  add column along         integer not null default 0,
  add column along_removed integer not null default 0,
  -- How many stay as they are.
  add column kept          integer not null default 0,
  add constraint imports_are_somebodys check ((kind = 'observers') = (ngo_id is not null));
alter table imports alter column kind drop default;
update imports i
   set kept = (select count(*) from imported_observers m
                where m.election_id = i.election_id and m.import_id = i.id and m.kept is not null);

-- Each place of an import: what it was before, where it was there, and what the import wrote. What is
-- something else by then was changed since. What was taken back leaves no row; what stays says why. A county
-- that is deleted and brought back is the same, so that no row goes with its place.
create table imported_places (
  election_id integer not null,
  import_id   integer not null,
  kind        text not null check (kind in ('county', 'station')),
  place_id    integer not null,
  is_added    boolean not null,
  before      jsonb,
  written     jsonb not null,
  kept        text check (kept in ('reported', 'edited', 'holds-stations', 'limits-account')),
  primary key (election_id, import_id, kind, place_id),
  foreign key (election_id, import_id) references imports on delete cascade
);

select pgboss.create_queue('places.undo-import', '{}');
select pgboss.create_queue('places.forget-import', '{}');
