-- What an observer said last stands, also where some of it was kept aside and finds its place only later.

-- When each fact of the station was said: by its name on the wire, the moment, and the report in
-- `unplaced` that it came by (0: none, it was sent to the station itself).
alter table visits add column facts_said jsonb;

-- When an observer last said something to a question at a station, where no answer's received_at tells
-- it: what was repeated, narrowed or taken back, or was kept aside and placed. Only what was kept aside
-- before is ever compared with it, so of observers who have nothing there nothing is written: a first
-- saying costs nothing more, nor does sending again.
create table last_said (
  election_id        integer not null,
  observer_id        integer not null,
  polling_station_id integer not null,
  question_id        integer not null,
  said_at            timestamptz(3) not null,
  -- The report that was placed; 0: it was sent to the station itself. Reports are numbered as they
  -- come, so this is the order of what was said within one millisecond.
  unplaced_id        integer not null,
  primary key (election_id, observer_id, polling_station_id, question_id),
  foreign key (election_id, observer_id) references observers (election_id, id),
  -- Without a visit there is nothing to keep a station from going.
  foreign key (election_id, polling_station_id) references polling_stations (election_id, id)
    on delete cascade,
  foreign key (election_id, question_id) references questions (election_id, id)
);

alter table unplaced
  -- What it is about: the station as the phone named it, and the question; a note is about itself.
  add column subject text,
  -- When it was last said; a phone that sends again says it again.
  add column said_at timestamptz(3),
  -- Staff gave it a place, and nothing of it was taken: its observer has said otherwise since.
  add column superseded_at timestamptz(3),
  -- What was not taken, and when that was said since: [{"what": ..., "saidAt": ...}].
  add column superseded jsonb not null default '[]';

update unplaced
   set said_at = received_at,
       subject = concat_ws(chr(31), kind, coalesce(sent ->> 'countyCode', ''),
                           coalesce(sent ->> 'municipalityCode', ''), sent ->> 'pollingStationNumber',
                           case kind when 'answer' then sent ->> 'questionId'
                                     when 'note' then encode(digest, 'hex') end);

alter table unplaced
  alter column subject set not null,
  alter column said_at set not null,
  -- A saying that comes back after another one is kept again; a retry is told from it by what came
  -- between, which no constraint knows.
  drop constraint unplaced_once,
  drop constraint unplaced_settled_one_way,
  add constraint unplaced_settled_one_way
    check (num_nonnulls(placed_at, dismissed_at, superseded_at) <= 1);

create index unplaced_of_subject
  on unplaced (election_id, observer_id, subject, said_at desc, id desc);

drop index unplaced_open;
create index unplaced_open on unplaced (election_id, received_at desc, id desc)
  where placed_at is null and dismissed_at is null and superseded_at is null;

-- Station info that waits is compared with what was said at the visits of its observer: what is known of
-- that is when each last sent any.
update visits v
   set facts_said = (
         select jsonb_object_agg(f.name, jsonb_build_object('at', v.facts_at, 'unplacedId', 0))
           from jsonb_each(coalesce(v.facts, '{}') || jsonb_build_object(
                  'observerArrivalTime', v.arrived_at, 'observerLeaveTime', v.left_at,
                  'urbanArea', v.is_urban_area,
                  'isPollingStationPresidentFemale', v.is_president_female)) as f (name, value)
          where f.value <> 'null')
 where v.facts_at is not null
   and exists (select from unplaced u
                where u.election_id = v.election_id and u.observer_id = v.observer_id
                  and u.kind = 'station-info');
