-- One chosen option of one question on one visit.
create table answers (
  election_id  integer not null,
  visit_id     integer not null,
  question_id  integer not null,
  option_id    integer not null,
  form_id      integer not null,
  -- The version the answer was given to: its wording is read from there.
  form_version integer not null,
  -- What was written beside a free-text option.
  text         text,
  -- As the option was when the answer arrived: editing a form changes no finding.
  is_flagged   boolean not null,
  received_at  timestamptz(3) not null,
  primary key (election_id, visit_id, question_id, option_id),
  foreign key (election_id, visit_id) references visits (election_id, id),
  foreign key (election_id, question_id) references questions (election_id, id),
  foreign key (election_id, option_id) references options (election_id, id),
  foreign key (election_id, form_id, form_version)
    references form_versions (election_id, form_id, version)
);

-- Counts per station, organisation and form, kept in the transaction of the answers they count, so
-- that a number on a screen is never older than the last commit. Test observers are left out.
create table station_counts (
  election_id        integer not null,
  polling_station_id integer not null,
  ngo_id             integer not null references ngos,
  form_id            integer not null,
  answered           integer not null default 0,
  flagged            integer not null default 0,
  primary key (election_id, polling_station_id, ngo_id, form_id),
  foreign key (election_id, polling_station_id) references polling_stations (election_id, id),
  foreign key (election_id, form_id) references forms (election_id, id)
);
