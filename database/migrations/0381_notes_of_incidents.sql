-- The notes that an incident is about, with their photographs. A note that is taken back takes its links with it.
create table incident_notes (
  election_id integer not null,
  incident_id integer not null,
  note_id     integer not null,
  primary key (election_id, incident_id, note_id),
  foreign key (election_id, incident_id) references incidents on delete cascade,
  foreign key (election_id, note_id) references notes on delete cascade
);

create index incident_notes_of_note on incident_notes (election_id, note_id);
