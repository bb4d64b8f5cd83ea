-- The words of a text as searches read it. Signs that join several words to one file, address or number separate them.
-- The limit keeps every note below the largest tsvector. Not `parallel safe`: for a few rows of an index on a table without
-- statistics, starting other processes took longer than the search.
create function words_in(said text) returns tsvector
  language sql immutable strict
  return to_tsvector('simple', translate(left(folded(said), 100000), '/.-_@:~<>&+\', '            '));

-- A pending list of changes would be read by each search.
create index notes_by_word on notes using gin (words_in(text)) with (fastupdate = off);
create index answers_by_word on answers using gin (words_in(text)) with (fastupdate = off)
  where text is not null;
create index notifications_by_word on notifications using gin (words_in(title || ' ' || body))
  with (fastupdate = off);
