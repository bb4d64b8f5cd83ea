-- The rows of imports, of any table: their values before, and those that the import wrote. A row with other values now was
-- changed since. The undo deletes the rows of what it restored; the others say why they were kept. No foreign key to the
-- rows: a deleted county may return.
create table imported_rows (
  election_id integer not null,
  import_id   integer not null,
  kind        text not null check (kind in ('areas', 'polling_stations', 'observers', 'assignments')),
  row_id      integer not null,
  is_added    boolean not null,
  before      jsonb,
  written     jsonb not null,
  kept        text,
  primary key (election_id, import_id, kind, row_id),
  foreign key (election_id, import_id) references imports on delete cascade
);

insert into imported_rows
select election_id, import_id, case kind when 'county' then 'areas' else 'polling_stations' end, place_id, is_added,
       before, written, kept
  from imported_places;

-- Only unchanged ones are restored: their present values are those that the import wrote.
insert into imported_rows
select i.election_id, i.import_id, 'observers', i.observer_id, i.is_added, i.before,
       case when o.revision = i.revision
            then jsonb_build_object('name', o.name, 'phone', o.phone, 'is_test', o.is_test, 'pin_hash', o.pin_hash)
            else '{}' end,
       i.kept
  from imported_observers i
  join observers o on o.election_id = i.election_id and o.id = i.observer_id;

insert into imported_rows
select i.election_id, i.import_id, 'assignments', i.assignment_id, i.is_added,
       case when i.until_at is not null
            then jsonb_build_object('polling_station_id', a.polling_station_id, 'from_at', a.from_at,
                                    'until_at', i.until_at, 'is_mobile', i.is_mobile, 'cut_until', i.cut_until) end,
       case when a.revision = i.revision
            then jsonb_build_object('polling_station_id', a.polling_station_id, 'from_at', a.from_at,
                                    'until_at', a.until_at, 'is_mobile', a.is_mobile)
            else '{}' end,
       i.kept
  from imported_assignments i
  join assignments a on a.election_id = i.election_id and a.id = i.assignment_id;

drop table imported_places;
drop table imported_observers;
drop table imported_assignments;
