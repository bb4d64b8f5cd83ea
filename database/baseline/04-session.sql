-- Failed sign-ins by account as typed (whether or not the account exists), by known device and by network. A
-- successful sign-in deletes the row.
create table sign_in_failures (
  key          text primary key,
  failures     integer not null,
  last_at      timestamptz(3) not null,
  locked_until timestamptz(3),
  -- Failures since the owner last signed in: their next session shows them.
  since_last   integer not null default 0,
  first_at     timestamptz(3),
  -- A known device counts by itself; unknown devices count together by account and by network.
  account      text,
  -- Failures count within a span that begins with the first. Without it, the honest mistakes of a whole day added up
  -- behind a carrier's address. Null: the last failure is the first.
  began_at     timestamptz(3)
);

create index sign_in_failures_account on sign_in_failures (account) where account is not null;
-- Old rows are deleted.
create index sign_in_failures_last_at on sign_in_failures (last_at);

-- Sessions of staff and observers. A token names its row, so that signing out, a new password or a deletion ends it
-- at once.
create table sessions (
  id              uuid primary key,
  staff_id        integer,
  election_id     integer,
  observer_id     integer,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null,
  revoked_at      timestamptz(3),
  -- Shown to staff, so that they can tell their own sessions from a stranger's; null for observers.
  address         text,
  user_agent      text,
  -- Written at most every few minutes.
  last_seen_at    timestamptz(3),
  -- When the owner last proved their identity; dangerous acts require a recent proof.
  confirmed_at    timestamptz(3),
  failures_before integer,
  failures_from   timestamptz(3),
  -- A digest of the phone's own mark: a phone that signs in again is recognised by it. Null for staff and for phones
  -- without a mark.
  device          text,
  -- The number of the valid token, from 0, and since when it is valid. A new proof of identity issues the next token;
  -- the one before it is accepted for another minute (features/session).
  token_nth       integer not null default 0,
  token_since     timestamptz(3),
  -- The archived election that an organiser reads in this session (docs/decisions/063).
  looks_at_id     integer references elections,
  check (num_nonnulls(staff_id, observer_id) = 1)
);

create index sessions_of_observer on sessions (election_id, observer_id);
create index sessions_of_staff on sessions (staff_id);
create index sessions_looking on sessions (looks_at_id) where looks_at_id is not null;

-- One push registration per observer and channel; the last one replaces the others.
create table devices (
  election_id   integer not null,
  observer_id   integer not null,
  channel       text not null constraint devices_channels_have_no_case check (channel = lower(channel)),
  token         text not null,
  registered_at timestamptz(3) not null,
  -- The session in which the device was registered: the registration ends with it.
  session_id    uuid references sessions on delete set null,
  primary key (election_id, observer_id, channel)
);

-- A browser's token is longer than an index entry may be.
create unique index devices_token_once on devices (md5(token));
create index devices_of_session on devices (session_id) where session_id is not null;

-- Devices that signed in before, each as a digest of its mark and its account; neither can be read from it. A browser
-- brings its own proof, which is not stored.
create table known_devices (
  mark    text primary key,
  seen_at timestamptz(3) not null
);

-- How many tries were refused in the current quarter of an hour, by account or, where there is no such account, by
-- network. At its end they become one line of history.
create table refused_tries (
  began_at    timestamptz(3) not null,
  name        text not null,
  election_id integer references elections,
  tries       integer not null,
  primary key (began_at, name)
);

-- Sign-ins in each minute as each process saw them, so that staff are warned of guessing. Rows are deleted after an
-- hour.
create table sign_in_minutes (
  minute          timestamptz(3) not null,
  process         uuid not null,
  was_right       integer not null,
  wrong           integer not null,
  -- Refused because the account or the network was locked.
  locked          integer not null,
  -- Refused because the server was busy.
  turned_away     integer not null,
  -- The networks of wrong sign-ins, as numbers that no address can be read from.
  networks        integer[] not null,
  -- Phones' calls refused because the server was busy.
  refused_reports integer not null,
  primary key (minute, process)
);
