-- Where somebody of the staff signed in, so that they can tell their own sessions from a stranger's;
-- observers' sessions say none of it.
alter table sessions
  add column address      text,
  add column user_agent   text,
  -- Written some minutes apart at most often.
  add column last_seen_at timestamptz(3),
  -- When it last proved who is there; what is dangerous wants this to be recent.
  add column confirmed_at timestamptz(3);

-- How often an account was tried in vain since its owner was last in: their next session says so.
alter table sign_in_failures
  add column since_last integer not null default 0,
  add column first_at   timestamptz(3);

alter table sessions
  add column failures_before integer,
  add column failures_from   timestamptz(3);
