-- What phones send to an election after it was archived is kept aside: it is written into no more, and nothing
-- that an observer says is refused.
alter table unplaced
  drop constraint unplaced_reason_check,
  add constraint unplaced_reason_is_known check (
    reason in ('no-such-station', 'no-such-option', 'several-single-choices', 'election-archived'));

-- How much of it waits is shown beside every election.
create index unplaced_late on unplaced (election_id)
  where reason = 'election-archived' and placed_at is null and dismissed_at is null
    and superseded_at is null;
