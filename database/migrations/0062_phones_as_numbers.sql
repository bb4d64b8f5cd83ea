-- A phone is one number however it is typed: `+40 722 000 000`, `0040722000000` and `0722000000` are one
-- observer. Which number it is depends on the country where it is at home. Null: the country of the
-- election's time zone.
alter table elections
  add column country text check (country ~ '^[A-Z]{2}$');

drop trigger elections_revised on elections;
create trigger elections_revised before update on elections for each row
  when (new.changing is not null or
        (old.name, old.day, old.timezone, old.country, old.state, old.deleted_at) is distinct from
        (new.name, new.day, new.timezone, new.country, new.state, new.deleted_at))
  execute function revise('name=name', 'day=day', 'timezone=timezone', 'country=country',
                          'state=state', 'deleted_at=deleted');

alter table observers
  -- The number as the whole world dials it (E.164); null where what was typed is none, such as 1234.
  add column phone_e164 text check (phone_e164 ~ '^\+[0-9]+$'),
  -- In which country it was read. What was never read, or elsewhere, is read by the job
  -- `observers.read-phones`, in steps; until then an observer is known by the digits that were typed.
  add column phone_read_in text,
  -- Whether somebody else had this number already when it was read: two who were two before numbers
  -- were compared stay two, until an organiser says which of them goes.
  add column shares_number boolean not null default false;

create unique index observers_number_is_taken on observers (election_id, phone_e164)
  where deleted_at is null and not shares_number and phone_e164 is not null;
create index observers_sharing_a_number on observers (election_id, phone_e164)
  where shares_number;

-- A phone is found by any part of it, as it was typed or as a number.
drop index observers_by_part;
create index observers_by_part on observers
  using gin (thirds(name_folded), thirds(phone_digits || coalesce(phone_e164, '')));

select pgboss.create_queue('observers.read-phones', '{}');
