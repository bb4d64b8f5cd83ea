-- Letters with strokes and ligatures fold as well, and so do capitals of every script, whatever the locale of the
-- database. The same as `folded` in `kit/contract/value/folded.ts`.
create or replace function folded(said text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(said, nfkd),
        '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
        '', 'g') collate names),
      'łđøıħŧƀƶɨʉɇǥɍɏȼⱥⱦɉðŋς', 'ldoihtbziuegrycatjdnσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

-- A name of a person as searches read it: apostrophes and hyphens are left out too. Names of places keep them, because
-- `12-14` is no `1214`. The same as `foldedName`.
create function folded_name(said text) returns text
  language sql immutable strict parallel safe
  return folded(translate(said, '''`´‘’‛ʹʻʼʽˈ′＇-­‐‑‒–—―−﹣－', ''));

-- Only places whose text folds to something else than before.
update areas set name = name where known_as <> folded(code || ' ' || name);
update polling_stations set name = name where place_folded <> folded(name || ' ' || address);

drop index observers_by_part;
alter table observers drop column name_folded;
alter table observers
  add column name_folded text generated always as (folded_name(name)) stored not null;
create index observers_by_part on observers
  using gin (thirds(name_folded), thirds(phone_digits || coalesce(phone_e164, '')));
