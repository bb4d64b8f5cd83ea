-- The value of an answer's text, by the kind of its question in its version: the same for `1.250`, `1 250` and `1250`. Null for
-- choices, for texts, and for what cannot be read.
alter table answers add column value text;

-- By which a trailing unit is recognised.
alter table published_options add column unit text not null default '';
