-- Whoever proves anew that it is still them gets another token of the same session: which of its tokens
-- counts, from 0, and since when. The one before it is taken for a minute more (features/session).
alter table sessions
  add column token_nth integer not null default 0,
  add column token_since timestamptz(3);
