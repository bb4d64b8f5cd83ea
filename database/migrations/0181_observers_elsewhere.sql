-- Observers whose last report during a shift came from a station that is not in that shift. Later reports move them.
create table observers_elsewhere (
  election_id        integer not null,
  observer_id        integer not null,
  -- The first of the shifts at that moment.
  assignment_id      integer not null,
  -- Where the report came from, as it was sent: the station may be merged with one that is in the shift.
  polling_station_id integer not null,
  said_at            timestamptz(3) not null,
  primary key (election_id, observer_id)
);

insert into marks (election_id, subject, first_key, last_key)
select id, 'planned observers', 0, 2147483647 from elections;
