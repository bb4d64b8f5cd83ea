-- What each role may is said once, in kit/contract/roles.ts; here only what they are called.
alter table staff drop constraint staff_role_check;
alter table staff add constraint staff_role_is_known
  check (role in ('organiser', 'ngo-administrator', 'reviewer', 'guest'));

-- The counties somebody is limited to; null: not limited. Codes and not ids, because accounts outlive
-- elections. A code that the current election does not have gives nothing.
alter table staff add column county_codes text[]
  constraint staff_limits_name_counties check (cardinality(county_codes) > 0);

-- What whoever started it was limited to when it was begun, as ids of its election: who is limited
-- to less by now must not be handed its file. Null: not limited.
alter table tasks add column county_ids integer[];
