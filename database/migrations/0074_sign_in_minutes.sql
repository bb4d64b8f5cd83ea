-- What came of sign-ins, in each minute and as each process saw it, so that staff are told while somebody
-- guesses. A row is of no use an hour later, and then goes.
create table sign_in_minutes (
  minute          timestamptz(3) not null,
  process         uuid not null,
  was_right       integer not null,
  wrong           integer not null,
  -- Refused because wrong ones had locked the account or the network.
  locked          integer not null,
  -- There was no time for.
  turned_away     integer not null,
  -- Those that it was tried from in vain, as numbers that no address can be read from.
  networks        integer[] not null,
  -- Calls of phones that there was no time for.
  refused_reports integer not null,
  primary key (minute, process)
);
