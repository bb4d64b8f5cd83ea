-- When a section or question is shown, and what must hold of an answer (docs/expressions.md). Empty: always, and nothing.
alter table form_sections add column shown_if text not null default '';
alter table questions
  add column shown_if text not null default '',
  -- A list of { expression, severity, message: { ro, en } }.
  add column checks jsonb not null default '[]';

-- Whether answers to this version have conditions and checks to be tested by.
alter table form_versions add column has_logic boolean not null default false;

-- How many checks each report fails; of reports that fail any. Counted by station, whose facts checks may name.
create table failed_checks (
  election_id integer not null,
  polling_station_id integer not null,
  visit_id integer not null,
  errors integer not null,
  warnings integer not null,
  primary key (election_id, polling_station_id, visit_id)
);
