-- A name as somebody types it who is in a hurry: without accents and capitals, so that `serban`
-- finds Șerban, whichever of the two ș it is written with. Taken apart by Unicode, not by a locale:
-- the databases we meet have all kinds of them.
create function folded(said text) returns text
  language sql immutable strict parallel safe
  return lower(translate(
    regexp_replace(normalize(said, nfkd), '[\u0300-\u036f]', '', 'g'),
    'ŁłĐđØøı', 'LlDdOoi'
  ));

alter table observers add column name_folded text generated always as (folded(name)) stored not null;
