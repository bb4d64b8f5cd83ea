-- Two people edit one thing. Each thing that is edited in a form of its own counts its changes, and
-- keeps for each of its fields in which of them it was changed last, when, and by whom where the
-- statement said so: who began from an older revision learns what is different by now, field by field,
-- and only of a field that both have changed has somebody to choose. A trigger does it, because people
-- are not the only ones who change things: imports do, and whatever comes later.
--
-- Its arguments are the columns that somebody edits, with the names that the calls give them: `column=field`.
-- `changing` says who does it; it is taken by the trigger and is null at rest.
create function revise() returns trigger language plpgsql as $$
declare
  was    constant jsonb := to_jsonb(old);
  is_now constant jsonb := to_jsonb(new);
  at     constant text := to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  pair   text;
  field  text;
begin
  foreach pair in array tg_argv loop
    field := split_part(pair, '=', 1);
    if was -> field is distinct from is_now -> field then
      new.revision := old.revision + 1;
      new.changes := new.changes || jsonb_build_object(
        split_part(pair, '=', 2),
        jsonb_build_object('revision', new.revision, 'at', at, 'by', new.changing));
    end if;
  end loop;
  new.changing := null;
  return new;
end $$;

alter table observers
  add column revision integer not null default 1,
  add column changes  jsonb not null default '{}',
  add column changing text check (changing is null);
-- What a report or a phone changes beside is nobody's edit, and costs nothing here.
create trigger observers_revised before update on observers for each row
  when (new.changing is not null or
        (old.name, old.phone, old.pin_hash, old.is_test, old.ngo_id, old.deleted_at) is distinct from
        (new.name, new.phone, new.pin_hash, new.is_test, new.ngo_id, new.deleted_at))
  execute function revise('name=name', 'phone=phone', 'pin_hash=pin', 'is_test=isTest',
                          'ngo_id=ngoId', 'deleted_at=deleted');

alter table areas
  add column revision integer not null default 1,
  add column changes  jsonb not null default '{}',
  add column changing text check (changing is null),
  -- How often stations were added to this county, taken out of it or numbered anew: its number of
  -- stations is edited with it, and must not be changed from a page that does not know of them.
  add column station_changes integer not null default 0;
create trigger areas_revised before update on areas for each row
  when (new.changing is not null or
        (old.name, old.code, old.is_diaspora, old.station_changes) is distinct from
        (new.name, new.code, new.is_diaspora, new.station_changes))
  execute function revise('name=name', 'code=code', 'is_diaspora=diaspora',
                          'station_changes=numberOfPollingStations');

-- By whole statements, and the counties in the order of their ids. A report holds its county only
-- against going away, so that neither waits for the other.
create function stations_changed() returns trigger language plpgsql as $$
declare
  are  polling_stations[] := '{}';
  were polling_stations[] := '{}';
begin
  if tg_op <> 'DELETE' then are := array(select row(s.*)::polling_stations from added s); end if;
  if tg_op <> 'INSERT' then were := array(select row(s.*)::polling_stations from removed s); end if;
  with touched as materialized (
    select distinct election_id, county_id
      from (select * from unnest(are) union all select * from unnest(were)) s
     group by election_id, id, county_id, area_id, number having count(*) = 1
  ), held as materialized (
    select a.election_id, a.id from areas a
      join touched t on t.election_id = a.election_id and t.county_id = a.id
     order by a.election_id, a.id for no key update of a
  )
  update areas a set station_changes = a.station_changes + 1
    from held h where a.election_id = h.election_id and a.id = h.id;
  return null;
end $$;

create trigger stations_added after insert on polling_stations
  referencing new table as added for each statement execute function stations_changed();
create trigger stations_updated after update on polling_stations
  referencing new table as added old table as removed
  for each statement execute function stations_changed();
create trigger stations_removed after delete on polling_stations
  referencing old table as removed for each statement execute function stations_changed();

alter table elections
  add column revision integer not null default 1,
  add column changes  jsonb not null default '{}',
  add column changing text check (changing is null);
create trigger elections_revised before update on elections for each row
  when (new.changing is not null or
        (old.name, old.day, old.timezone, old.state, old.deleted_at) is distinct from
        (new.name, new.day, new.timezone, new.state, new.deleted_at))
  execute function revise('name=name', 'day=day', 'timezone=timezone', 'state=state',
                          'deleted_at=deleted');

alter table ngos
  add column revision integer not null default 1,
  add column changes  jsonb not null default '{}',
  add column changing text check (changing is null);
create trigger ngos_revised before update on ngos for each row
  when (new.changing is not null or
        (old.name, old.short_name, old.is_active) is distinct from
        (new.name, new.short_name, new.is_active))
  execute function revise('name=name', 'short_name=shortName', 'is_active=isActive');

alter table staff
  add column revision integer not null default 1,
  add column changes  jsonb not null default '{}',
  add column changing text check (changing is null);
create trigger staff_revised before update on staff for each row
  when (new.changing is not null or
        (old.role, old.county_codes, old.email) is distinct from
        (new.role, new.county_codes, new.email))
  execute function revise('role=role', 'county_codes=countyCodes', 'email=email');
