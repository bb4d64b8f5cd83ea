-- Elections beside the current one: prepared, over, or in the trash.
alter table elections
  -- What it was before it was archived, so that what was real never comes back as a rehearsal,
  -- which one click clears. Null where nobody knows: then it was real.
  add column archived_from text check (archived_from in ('rehearsal', 'live')),
  -- Deleting hides and can be undone.
  add column deleted_at timestamptz(3),
  add constraint elections_current_is_open
    check (not is_current or (state <> 'archived' and deleted_at is null));

-- Deleting a form hides it and can be undone; its code is free for another meanwhile.
alter table forms add column deleted_at timestamptz(3);
alter table forms drop constraint forms_code_is_taken;
create unique index forms_code_is_taken on forms (election_id, code) where deleted_at is null;

-- What became of a report that had no place: staff gave it one, or set it aside.
alter table unplaced
  add column dismissed_at timestamptz(3),
  -- Who did either, by name, as in history: an account may go.
  add column settled_by text,
  -- Where it was placed.
  add column polling_station_id integer,
  add foreign key (election_id, polling_station_id) references polling_stations (election_id, id),
  add constraint unplaced_settled_one_way check (placed_at is null or dismissed_at is null);

create index unplaced_open on unplaced (election_id, received_at desc, id desc)
  where placed_at is null and dismissed_at is null;
create index attachments_of_unplaced on attachments (election_id, unplaced_id)
  where unplaced_id is not null;

-- Reports and the flagged options chosen in them, by quarter of an hour and organisation: the trend
-- of the last hours. Kept in the transaction of the report, because the quarters of an election day
-- are most of its answers: to count those again for every screen would read millions of rows. Test
-- observers are left out.
create table report_counts (
  election_id integer not null references elections,
  -- When it begins; a quarter of an hour begins at the same moment in every time zone.
  quarter     timestamptz(0) not null,
  ngo_id      integer not null references ngos,
  -- Observers are spread over several rows, so that those who report at once rarely wait for
  -- each other; who reads adds them up.
  share       smallint not null,
  reports     integer not null,
  flagged     integer not null,
  primary key (election_id, quarter, ngo_id, share)
);

insert into report_counts (election_id, quarter, ngo_id, share, reports, flagged)
select v.election_id, date_bin('15 minutes', n.received_at, timestamptz 'epoch'), v.ngo_id, 0,
       count(distinct (n.visit_id, n.received_at)), count(*) filter (where n.is_flagged)
  from answers n
  join visits v on v.election_id = n.election_id and v.id = n.visit_id
  join observers o on o.election_id = v.election_id and o.id = v.observer_id and not o.is_test
 group by 1, 2, 3;
