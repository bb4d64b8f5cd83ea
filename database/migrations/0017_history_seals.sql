-- The chain that seals history: the seal of a line is sha256(seal of the line before ‖ the line), in
-- the order of the lines' ids (docs/history.md has the exact bytes). A job seals behind the writers,
-- so that nothing that is sent waits for the chain.
create table history_seals (
  -- Not a foreign key: it would touch each line again, and so write all of history a second time.
  -- That a line is missing is what the proof is there to find.
  history_id bigint primary key,
  -- Its place in the chain, counted from 1 without a gap.
  position   bigint not null,
  hash       bytea not null,
  sealed_at  timestamptz(3) not null,
  constraint a_seal_is_a_sha256 check (length(hash) = 32)
);

create trigger history_seals_are_final before update or delete or truncate on history_seals
  for each statement execute function refuse_change();

-- The page of an election's history, newest first, also between two moments.
create index history_in_time on history (election_id, at, id);
-- What one person did.
create index history_of_actor on history (election_id, actor_role, actor_id, at);
-- What staff, strangers and the server did is little beside what observers send.
create index history_of_staff on history (election_id, act, at, id) where actor_role <> 'observer';
