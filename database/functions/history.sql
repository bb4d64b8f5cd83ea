-- History is append-only, except for the erasure of people. Texts that may be erased are in the chain only as a digest,
-- made with a salt of the line's own that is erased with them (docs/history.md). The results of the first four functions
-- are sealed: if they changed, no line sealed before would fit.

-- The actor may be a person's name or phone.
create or replace function hides_name(actor_role text) returns boolean language sql immutable as $$
  select actor_role in ('observer', 'stranger')
$$;

-- The content may have names and phones: lists of observers, and filters of a list.
create or replace function hides_content(subject text, act text) returns boolean language sql immutable as $$
  select subject in ('observers', 'tasks') or act like '%.exported'
$$;

create or replace function name_digest(salt uuid, name text) returns bytea language sql immutable as $$
  select sha256(convert_to(salt::text || name, 'UTF8'))
$$;

-- A line end parts the two: the text of a jsonb has none.
create or replace function content_digest(salt uuid, before jsonb, after jsonb) returns bytea
  language sql immutable as $$
  select sha256(convert_to(salt::text || coalesce(before::text, '') || E'\n' || coalesce(after::text, ''), 'UTF8'))
$$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'history is only ever added to';
end $$;

-- An erased line keeps its other columns; nothing else ever changes.
create or replace function only_erase() returns trigger language plpgsql as $$
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

create or replace trigger history_is_final before delete or truncate on history
  for each statement execute function refuse_change();
create or replace trigger history_is_only_erased before update on history
  for each row execute function only_erase();

create or replace trigger history_seals_are_final before update or delete or truncate on history_seals
  for each statement execute function refuse_change();
