-- What visits add to what is owed is worked out by `note_more_progress`; this one now has fewer arguments
-- (database/functions/expectations.sql).
drop function if exists note_progress(integer, integer[], boolean);
