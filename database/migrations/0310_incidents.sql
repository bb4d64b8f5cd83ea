-- What staff follow up: what happened, where, who handles it by when, and what came of it. `ngo_id` is the organisation
-- that made it. The place is a station, a county or neither; without foreign keys, so a restored one has its incidents
-- again.
create table incidents (
  election_id        integer not null references elections,
  id                 integer generated always as identity,
  number             integer not null,
  ngo_id             integer not null references ngos,
  title              text not null check (title <> ''),
  -- A code of `incident_categories`, or of the list that comes with the program.
  category           text not null,
  severity           text not null check (severity in ('low', 'medium', 'high', 'critical')),
  state              text not null
                     check (state in ('open', 'checking', 'confirmed', 'referred', 'closed', 'dismissed')),
  polling_station_id integer,
  county_id          integer,
  -- Without a foreign key: a deleted account owns nothing, and its incidents again once it is restored.
  owner_id           integer,
  due_at             timestamptz(3),
  informed           text not null default '',
  outcome            text not null default '',
  -- The author, by a name that outlives the account.
  made_by            text not null,
  made_at            timestamptz(3) not null,
  revision           integer not null default 1,
  changes            jsonb not null default '{}',
  changing           text,
  primary key (election_id, id),
  constraint incidents_number_is_taken unique (election_id, number),
  constraint incidents_have_one_place check (num_nonnulls(polling_station_id, county_id) < 2)
);

-- The reports that an incident is about; a report may belong to several.
create table incident_reports (
  election_id integer not null,
  incident_id integer not null,
  visit_id    integer not null,
  primary key (election_id, incident_id, visit_id),
  foreign key (election_id, incident_id) references incidents on delete cascade,
  foreign key (election_id, visit_id) references visits on delete cascade
);

create index incident_reports_of_visit on incident_reports (election_id, visit_id);

-- Categories of the organiser, and their changes to those that come with the program; without a name it is as it came.
create table incident_categories (
  election_id integer not null references elections,
  id          integer generated always as identity,
  code        text not null,
  name        text check (name <> ''),
  is_retired  boolean not null default false,
  primary key (election_id, id),
  constraint incident_categories_code_is_taken unique (election_id, code)
);

create unique index incident_categories_name_is_taken on incident_categories (election_id, lower(name));
