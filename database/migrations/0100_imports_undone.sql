-- What an import of observers did, for as long as it can be taken back: a week (features/observers).
create table observer_imports (
  election_id integer not null references elections,
  id          integer generated always as identity,
  ngo_id      integer not null references ngos,
  file_name   text not null,
  imported_by text not null,
  imported_at timestamptz(3) not null,
  added       integer not null default 0,
  changed     integer not null default 0,
  -- Who takes it back, since when, and when that was done.
  undone_by   text,
  undoing_at  timestamptz(3),
  undone_at   timestamptz(3),
  removed     integer not null default 0,
  restored    integer not null default 0,
  primary key (election_id, id)
);

-- Each of its observers: what they were before, where they were there, and the revision that the import made.
-- Whoever has another by then was changed since. What was taken back leaves no row; what stays says why.
create table imported_observers (
  election_id integer not null,
  import_id   integer not null,
  observer_id integer not null,
  revision    integer not null,
  is_added    boolean not null,
  before      jsonb,
  kept        text check (kept in ('reported', 'signed-in', 'edited', 'phone-taken')),
  primary key (election_id, import_id, observer_id),
  foreign key (election_id, import_id) references observer_imports on delete cascade,
  foreign key (election_id, observer_id) references observers on delete cascade
);

create index imported_observers_observer on imported_observers (election_id, observer_id);

select pgboss.create_queue('observers.undo-import', '{}');
select pgboss.create_queue('observers.forget-import', '{}');
