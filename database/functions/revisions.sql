-- Optimistic concurrency by field. Each thing with an edit form counts its changes, and keeps for each field the
-- revision, time and author (if the statement names one) of its last change. An editor who began from an older revision
-- learns which fields differ, and has to choose only for those that both changed. It is a trigger because imports and
-- future code change things as well.
--
-- Its arguments are the edited columns, with their names in calls: `column=field`. `changing` names the author; the
-- trigger takes it, and it is null at rest.
create or replace function revise() returns trigger language plpgsql as $$
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

create or replace trigger elections_revised before update on elections for each row
  when (new.changing is not null or
        (old.name, old.day, old.timezone, old.country, old.call_pause_minutes, old.state, old.deleted_at) is distinct from
        (new.name, new.day, new.timezone, new.country, new.call_pause_minutes, new.state, new.deleted_at))
  execute function revise('name=name', 'day=day', 'timezone=timezone', 'country=country',
                          'call_pause_minutes=callPauseMinutes', 'state=state', 'deleted_at=deleted');

create or replace trigger ngos_revised before update on ngos for each row
  when (new.changing is not null or
        (old.name, old.short_name, old.is_active) is distinct from
        (new.name, new.short_name, new.is_active))
  execute function revise('name=name', 'short_name=shortName', 'is_active=isActive');

-- A password counts as a field of the account. Otherwise, when two people set one at once, or its owner has chosen one
-- meanwhile, neither would know that theirs is void.
create or replace trigger staff_revised before update on staff for each row
  when (new.changing is not null or
        (old.role, old.county_codes, old.email, old.password_hash) is distinct from
        (new.role, new.county_codes, new.email, new.password_hash))
  execute function revise('role=role', 'county_codes=countyCodes', 'email=email',
                          'password_hash=password');

-- A county's number of stations is edited with it (places.sql), and must not be changed from a page that does not know of
-- stations added or deleted since.
create or replace trigger areas_revised before update on areas for each row
  when (new.changing is not null or
        (old.name, old.code, old.is_diaspora, old.station_changes) is distinct from
        (new.name, new.code, new.is_diaspora, new.station_changes))
  execute function revise('name=name', 'code=code', 'is_diaspora=diaspora',
                          'station_changes=numberOfPollingStations');

-- For a table with nearly all columns edited: new columns are included unless they are excluded here. Arguments are
-- `-column` for columns that no call edits, and `column=field` if the name in calls differs from the column's, written as
-- in calls.
create or replace function revise_all_but() returns trigger language plpgsql as $$
declare
  was    constant jsonb := to_jsonb(old);
  is_now constant jsonb := to_jsonb(new);
  at     constant text := to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  field  text;
begin
  for field in
    select coalesce((select split_part(a, '=', 2) from unnest(tg_argv) a where starts_with(a, e.key || '=')),
                    lower(left(e.key, 1)) || substr(replace(initcap(e.key), '_', ''), 2))
      from jsonb_each(is_now) e
     where e.value is distinct from was -> e.key
       and e.key not in ('revision', 'changes', 'changing') and '-' || e.key <> all (tg_argv)
  loop
    new.revision := old.revision + 1;
    new.changes := new.changes || jsonb_build_object(
      field, jsonb_build_object('revision', new.revision, 'at', at, 'by', new.changing));
  end loop;
  new.changing := null;
  return new;
end $$;

-- Columns derived from its area, as the county is, or from its other fields are not edited.
create or replace trigger polling_stations_revised before update on polling_stations for each row
  execute function revise_all_but('-county_id', '-place_folded', '-counted_as', 'latitude=coordinates',
                                  'longitude=coordinates', 'registered_voters=voters');

-- Columns derived from the name and phone are not edited. Reports change nothing here.
create or replace trigger observers_revised before update on observers for each row
  execute function revise_all_but('-name_folded', '-phone_digits', '-phone_e164', '-phone_read_in',
                                  '-shares_number', '-phone_doubt', '-pin_doubt', 'pin_hash=pin',
                                  'deleted_at=deleted');

create or replace trigger assignments_revised before update on assignments for each row
  when (new.changing is not null or
        (old.polling_station_id, old.from_at, old.until_at, old.is_mobile, old.deleted_at) is distinct from
        (new.polling_station_id, new.from_at, new.until_at, new.is_mobile, new.deleted_at))
  execute function revise('polling_station_id=pollingStationId', 'from_at=from', 'until_at=until',
                          'is_mobile=isMobile', 'deleted_at=deleted');

create or replace trigger milestones_revised before update on milestones for each row
  when (new.changing is not null or
        (old.name, old.due_at, old.due_after_min, old.for_station, old.for_areas, old.for_ngos, old.for_diaspora,
         old.for_mobile, old.deleted_at) is distinct from
        (new.name, new.due_at, new.due_after_min, new.for_station, new.for_areas, new.for_ngos, new.for_diaspora,
         new.for_mobile, new.deleted_at))
  execute function revise('name=name', 'due_at=dueAt', 'due_after_min=dueAfterMinutes',
                          'for_station=forStation', 'for_areas=audience', 'for_ngos=audience',
                          'for_diaspora=audience', 'for_mobile=audience', 'deleted_at=deleted');

create or replace trigger incidents_revised before update on incidents for each row
  execute function revise_all_but('owner_id=owner', 'escalate_to_id=escalateTo');
