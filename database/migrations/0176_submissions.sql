-- A visit's answers and station info follow from its observer's submissions: the lines of history about the visit, these
-- repeats, and the items that staff placed there.

-- A submission of an observer with unmatched items that changed nothing at a station: no line of history has it. It counts
-- from then on, also against items that are placed there later. Never changed.
create table repeats (
  election_id        integer not null,
  -- Direct submissions are numbered in the order of their arrival, together with the lines of history.
  id                 bigint not null default nextval('history_id_seq'),
  observer_id        integer not null,
  polling_station_id integer not null,
  received_at        timestamptz(3) not null,
  answers            jsonb not null,
  -- By their names on the wire; null: no station information.
  facts              jsonb,
  primary key (election_id, observer_id, polling_station_id, id),
  foreign key (election_id, observer_id) references observers,
  foreign key (election_id, polling_station_id) references polling_stations on delete cascade
);

create index repeats_of_station on repeats (election_id, polling_station_id);

drop table last_said;
alter table visits drop column facts_said;

-- Items placed by earlier versions stay placed: history tells it as if its observer had sent it there.
update unplaced set placement = null, placing_id = null where placement is not null;
