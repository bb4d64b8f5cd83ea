-- How long an observer is left alone after a call, in minutes.
alter table elections add column call_pause_minutes smallint not null default 15
  check (call_pause_minutes between 1 and 240);
