-- The chain of history ends below a head that was there before, or at another: somebody took seals away.
-- Who seals refuses to go on, and says so here, for every process and screen; the row goes once it fits again.
create table sealing_refused (
  is_only             boolean primary key default true check (is_only),
  since               timestamptz(3) not null,
  remembered_position bigint not null,
  remembered_hash     text not null,
  -- Null where there is no seal left at all.
  found_position      bigint,
  found_hash          text
);
