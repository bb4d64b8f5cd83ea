-- The same index without a condition that a plan which is kept cannot prove of a number it does not know
-- yet: without it whoever signs in is found by it, whatever they type.
drop index observers_number_is_taken;
create unique index observers_number_is_taken on observers (election_id, phone_e164)
  where deleted_at is null and not shares_number;
