-- After an election its observers' names and phones can be erased, from history too, without breaking
-- the chain: what may have to go one day stands in the chain only as a digest, made with a salt of the
-- line's own that goes with it (docs/history.md).

-- Who did it may be a person's name or phone.
create function hides_name(actor_role text) returns boolean language sql immutable as $$
  select actor_role in ('observer', 'stranger')
$$;

-- What was done may hold names and phones: lists of observers, and what a list was narrowed by.
create function hides_content(subject text, act text) returns boolean language sql immutable as $$
  select subject in ('observers', 'tasks') or act like '%.exported'
$$;

create function name_digest(salt uuid, name text) returns bytea language sql immutable as $$
  select sha256(convert_to(salt::text || name, 'UTF8'))
$$;

-- A line end parts the two: the text of a jsonb has none.
create function content_digest(salt uuid, before jsonb, after jsonb) returns bytea
  language sql immutable as $$
  select sha256(convert_to(salt::text || coalesce(before::text, '') || E'\n' || coalesce(after::text, ''), 'UTF8'))
$$;

alter table history
  -- None once something was erased from the line.
  add column salt           uuid default gen_random_uuid(),
  -- What stands in the chain for what was erased.
  add column name_digest    bytea,
  add column content_digest bytea;

-- What was erased, for the proof that an act says so.
create index history_erased on history (election_id, id) where salt is null;

-- A line that was erased is as it was, but for what had to go; nothing else is ever changed.
create function only_erase() returns trigger language plpgsql as $$
declare
  is_named   constant boolean := hides_name(old.actor_role);
  is_content constant boolean := hides_content(old.subject, old.act);
  due history := old;
begin
  due.salt := null;
  if is_named then
    due.name_digest := name_digest(old.salt, old.actor_name);
    due.actor_name := '';
  end if;
  if is_content then
    due.content_digest := content_digest(old.salt, old.before, old.after);
    due.before := null;
    due.after := null;
  end if;
  if old.salt is null or not (is_named or is_content) or new is distinct from due then
    raise exception 'history is only ever added to';
  end if;
  return new;
end $$;

drop trigger history_is_final on history;
create trigger history_is_final before delete or truncate on history
  for each statement execute function refuse_change();
create trigger history_is_only_erased before update on history
  for each row execute function only_erase();

-- The chain is made anew, in the form that can be erased from.
alter table history_seals disable trigger history_seals_are_final;
truncate history_seals;
alter table history_seals enable trigger history_seals_are_final;

-- When the observers' names and phones were erased.
alter table elections add column people_erased_at timestamptz(3);
