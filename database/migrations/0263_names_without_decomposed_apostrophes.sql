-- Signs such as ″ and ʹ (U+0374) decompose to apostrophes, which names are searched without. The same as `foldedName` in
-- `kit/contract/value/folded.ts`.
create or replace function folded_name(said text) returns text
  language sql immutable strict parallel safe
  return translate(folded(translate(said, '''`´‘’‛ʹʻʼʽˈ′＇-­‐‑‒–—―−﹣－', '')), '''`´‘’‛ʹʻʼʽˈ′＇-­‐‑‒–—―−﹣－', '');

update observers set name = name where name_folded <> folded_name(name);
