create table notes (
  election_id integer not null,
  id          integer generated always as identity,
  visit_id    integer not null,
  -- Null: about the station.
  question_id integer,
  text        text not null,
  -- Of question, text and files: phones have no id for a note, and send again what they are not
  -- sure of.
  digest      bytea not null,
  received_at timestamptz(3) not null,
  primary key (election_id, id),
  foreign key (election_id, visit_id) references visits (election_id, id),
  foreign key (election_id, question_id) references questions (election_id, id),
  constraint notes_once unique (election_id, visit_id, digest)
);

-- A file sent with a note, or with a note that could not be placed yet. The bytes lie in the
-- attachment store under their own digest.
create table attachments (
  election_id integer not null,
  id          integer generated always as identity,
  note_id     integer,
  unplaced_id integer,
  position    smallint not null,
  file_name   text not null,
  -- Found by looking at the bytes, never believed from the phone.
  media_type  text not null,
  extension   text not null,
  size_bytes  bigint not null,
  sha256      bytea not null,
  primary key (election_id, id),
  foreign key (election_id, note_id) references notes (election_id, id),
  foreign key (election_id, unplaced_id) references unplaced (election_id, id),
  check (num_nonnulls(note_id, unplaced_id) = 1)
);

create index attachments_of_note on attachments (election_id, note_id);
