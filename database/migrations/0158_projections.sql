-- Figures are recounted by the projector (docs/decisions/084), from one definition in TypeScript. The counting triggers are
-- dropped: the tables are created again, without references, and filled by the marks below.
drop trigger if exists visits_inserted on visits;
drop trigger if exists visits_updated on visits;
drop trigger if exists visits_removed on visits;
drop trigger if exists stations_added on polling_stations;
drop trigger if exists stations_updated on polling_stations;
drop trigger if exists stations_removed on polling_stations;
drop trigger if exists observers_inserted on observers;
drop trigger if exists observers_added on observers;
drop trigger if exists observers_updated on observers;
drop trigger if exists observers_removed on observers;
drop trigger if exists observer_counts_updated on observer_counts;
-- Counts referred to forms by statement; nothing does any more (database/functions/references.sql).
drop trigger if exists forms_keep_keys on forms;
drop trigger if exists forms_unreferred on forms;
drop trigger if exists forms_unreferred_when_empty on forms;

-- With the functions whose arguments are their rows.
drop table visit_counts, observer_counties, county_counts, station_counts, station_flags, flagged_stations,
           report_counts, observer_totals cascade;

drop function if exists visits_changed(), count_visits(visits[], visits[]), station_counts_changed(),
              observers_inserted(), observers_changed(), count_observers(observers[], observers[]),
              observer_counts_updated(), count_as_said(integer, integer[]), move_stations(integer, integer),
              count_moved(polling_stations[], polling_stations[]), count_merged(polling_stations[], polling_stations[]),
              stations_changed(), hold_visits(integer, integer[], integer[]), hold_observers(integer, integer[]),
              observer_counties_refer(), station_counts_refer(),
              take_back(integer, integer[]);

alter table observer_counts drop column is_test;
drop table recounts;
drop view if exists statement_references;
delete from jobs where name in ('counts.compare', 'observers.count-as-said', 'places.move-stations');

-- What an observer reported from a county. Test observers have rows too; `visits` leaves them out.
create table observer_counties (
  election_id integer not null,
  observer_id integer not null,
  county_id   integer not null,
  ngo_id      integer not null,
  -- With an answer or a note.
  reported    integer not null,
  -- With a flagged answer.
  flagged     integer not null,
  -- With an answer by an observer who is not a test observer.
  visits      integer not null,
  primary key (election_id, observer_id, county_id, ngo_id)
);
create index observer_counties_of_county on observer_counties (election_id, county_id);

-- The length of the list of reports, and the number of observers who reported, by county and organisation.
create table visit_counts (
  election_id integer not null,
  county_id   integer not null,
  ngo_id      integer not null,
  reported    integer not null,
  flagged     integer not null,
  observers   integer not null,
  primary key (election_id, county_id, ngo_id)
);

-- Questions answered and flagged options chosen at a station, without test observers.
create table station_counts (
  election_id        integer not null,
  polling_station_id integer not null,
  ngo_id             integer not null,
  form_id            integer not null,
  -- The station's county, and the station it is counted as.
  county_id          integer not null,
  counted_as         integer not null,
  answered           integer not null,
  flagged            integer not null,
  primary key (election_id, polling_station_id, ngo_id, form_id)
);
create index station_counts_flagged on station_counts (election_id, county_id, ngo_id, form_id)
  include (counted_as, flagged) where flagged > 0;
create index station_counts_counted_as on station_counts (election_id, counted_as) where flagged > 0;

create table county_counts (
  election_id integer not null,
  county_id   integer not null,
  ngo_id      integer not null,
  form_id     integer not null,
  flagged     integer not null,
  primary key (election_id, county_id, ngo_id, form_id)
);

-- Flagged options by the station that they are counted at, of all organisations; form 0: of all forms.
create table station_flags (
  election_id        integer not null,
  polling_station_id integer not null,
  form_id            integer not null,
  flagged            integer not null,
  primary key (election_id, polling_station_id, form_id)
);
create index station_flags_most on station_flags (election_id, form_id, flagged desc)
  include (polling_station_id);

-- At how many stations anything is flagged.
create table flagged_stations (
  election_id integer not null,
  form_id     integer not null,
  stations    integer not null,
  primary key (election_id, form_id)
);

-- The reports of a visit by the quarter of an hour in which they came, as quarters since 1970; without test observers.
create table visit_reports (
  election_id integer not null,
  visit_id    integer not null,
  quarter     integer not null,
  ngo_id      integer not null,
  reports     integer not null,
  flagged     integer not null,
  primary key (election_id, visit_id, quarter)
);
create index visit_reports_of_quarter on visit_reports (election_id, quarter, ngo_id) include (reports, flagged);

create table report_counts (
  election_id integer not null,
  quarter     integer not null,
  ngo_id      integer not null,
  reports     integer not null,
  flagged     integer not null,
  primary key (election_id, quarter, ngo_id)
);

-- Everything is counted once.
insert into marks (election_id, subject, first_key, last_key)
select e.id, s.name, 0, 2147483647
  from elections e cross join (values ('areas'), ('observers'), ('stations'), ('visits')) s (name);
