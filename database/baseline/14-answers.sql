-- One chosen option of one question on one visit. References are checked by statement
-- (database/functions/references.sql).
create table answers (
  election_id  integer not null,
  visit_id     integer not null,
  question_id  integer not null,
  option_id    integer not null,
  form_id      integer not null,
  -- The version that was answered: it has the wording.
  form_version integer not null,
  -- The text of a free-text option.
  text         text,
  -- As the option was when the answer arrived: editing a form changes no finding.
  is_flagged   boolean not null,
  received_at  timestamptz(3) not null,
  primary key (election_id, visit_id, question_id, option_id)
);

-- Answers and flagged options by station, organisation and form, without test observers.
create table station_counts (
  election_id        integer not null,
  polling_station_id integer not null,
  ngo_id             integer not null,
  form_id            integer not null,
  answered           integer not null default 0,
  flagged            integer not null default 0,
  primary key (election_id, polling_station_id, ngo_id, form_id)
);

-- Statistics by station read only what is flagged.
create index station_counts_flagged on station_counts (election_id, ngo_id, form_id)
  include (polling_station_id, flagged)
  where flagged > 0;

-- Reports and flagged options by quarter of an hour and organisation, for the trend; without test observers.
create table report_counts (
  election_id integer not null references elections,
  -- Its beginning; quarters begin at the same moment in every time zone.
  quarter     timestamptz(0) not null,
  ngo_id      integer not null references ngos,
  -- Observers are spread over several rows, so that simultaneous reports rarely wait; readers add them up.
  share       smallint not null,
  reports     integer not null,
  flagged     integer not null,
  primary key (election_id, quarter, ngo_id, share)
);

-- Flagged options by county.
create table county_counts (
  election_id integer not null,
  county_id   integer not null,
  ngo_id      integer not null references ngos,
  form_id     integer not null,
  flagged     integer not null,
  primary key (election_id, county_id, ngo_id, form_id),
  foreign key (election_id, form_id) references forms,
  foreign key (election_id, county_id) references areas on delete cascade
);

-- Flagged options by station, of all organisations. A row for each form, and one for all forms (form_id 0).
create table station_flags (
  election_id        integer not null,
  form_id            integer not null,
  polling_station_id integer not null,
  flagged            integer not null,
  primary key (election_id, polling_station_id, form_id),
  foreign key (election_id, polling_station_id) references polling_stations on delete cascade
);

create index station_flags_most on station_flags (election_id, form_id, flagged desc)
  include (polling_station_id)
  where flagged > 0;

-- At how many stations anything is flagged. A row for each form, and one for all forms (form_id 0).
create table flagged_stations (
  election_id integer not null references elections,
  form_id     integer not null,
  stations    integer not null,
  primary key (election_id, form_id)
);
