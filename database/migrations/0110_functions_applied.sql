-- Functions and triggers have one current text, in `database/functions`, which is applied again when it has
-- changed (docs/database.md). Which text this database has stands here.
create table functions_applied (
  file       text primary key,
  -- How often the text of the file has changed, as the version that applied it knows: an older one that starts
  -- again does not put its own back.
  revision   integer not null,
  checksum   text not null,
  applied_at timestamptz(3) not null default now()
);
