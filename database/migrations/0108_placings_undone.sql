-- Placing can be undone: what was placed is open again, and where it was placed stands what would stand there if
-- it had never been (features/unplaced).

-- An act of placing has a number, which all that it placed bears.
create sequence placings_id_seq as integer;

alter table unplaced
  add column placing_id integer,
  -- What it says there and what it replaced, fact by fact and question by question, as it was placed. What was
  -- placed before there was this column has none, and stays where it is.
  add column placement jsonb,
  add constraint unplaced_placement_has_a_place
    check (placement is null or polling_station_id is not null);

create index unplaced_of_placing on unplaced (election_id, placing_id) where placing_id is not null;

-- What is sent to its own place at a moment that is no later, by the clock, than that of what was placed there,
-- leaves no other trace; it is not undone with it.
alter table last_said add column sent_at timestamptz(3);
-- The same of a note that is there already, because staff placed it.
alter table notes add column sent_at timestamptz(3);
