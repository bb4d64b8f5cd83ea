-- Keys by which programs call instead of people. Only digests are stored: a key is shown once, when it is made.
create table access_keys (
  -- A program acts under this id where people act under that of their account: the two never meet.
  id           integer primary key default nextval('staff_id_seq'),
  digest       bytea not null constraint access_key_is_used unique,
  name         text not null,
  role         text not null,
  -- Its organisation, whose rows it sees; the organiser's sees all of them.
  ngo_id       integer not null references ngos,
  -- The codes of the counties it is limited to; null: all.
  county_codes text[] constraint access_key_has_some_county check (cardinality(county_codes) > 0),
  is_read_only boolean not null,
  -- The account that made it, which has to have each of its rights. A key without one opens nothing.
  made_by      integer references staff on delete set null,
  made_at      timestamptz(3) not null,
  expires_at   timestamptz(3) not null,
  used_at      timestamptz(3),
  -- The network of its last call.
  used_from    text,
  revoked_at   timestamptz(3),
  constraint access_key_expires_within_a_year check (expires_at <= made_at + interval '366 days')
);

create index access_keys_of_maker on access_keys (made_by);
create index access_keys_of_organisation on access_keys (ngo_id);
