-- Who observed an election is erased in portions, each a transaction, so that nobody waits for it.
alter table elections
  -- How far that is, in observers and lines of history, and of how many; none while nobody erases.
  add column erasing_done  integer,
  add column erasing_total integer,
  add constraint erasing_is_counted check ((erasing_done is null) = (erasing_total is null));

-- What was tried in vain, because its process died again and again, can be asked for anew.
select pgboss.create_queue('elections.give-up-erasing', '{}');
select pgboss.create_queue('elections.erase-people', '{"deadLetter": "elections.give-up-erasing"}');
