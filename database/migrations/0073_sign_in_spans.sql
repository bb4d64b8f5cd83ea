-- Failures are counted within a span that begins with the first of them: counted for as long as another
-- came within a quarter of an hour, the honest mistakes of a whole day added up behind a carrier's address.
-- Null where a server of before has counted: its last failure stands for the first.
alter table sign_in_failures add column began_at timestamptz(3);
