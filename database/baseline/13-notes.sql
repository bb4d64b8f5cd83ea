create table notes (
  election_id integer not null,
  id          integer generated always as identity,
  visit_id    integer not null,
  -- Null: about the station.
  question_id integer,
  text        text not null,
  -- Of question, text and files: phones have no ids for notes and send them again when unsure.
  digest      bytea not null,
  received_at timestamptz(3) not null,
  -- When the phone sent the same note to the station itself, after staff had placed it.
  sent_at     timestamptz(3),
  primary key (election_id, id),
  constraint notes_once unique (election_id, visit_id, digest),
  foreign key (election_id, visit_id) references visits,
  foreign key (election_id, question_id) references questions
);

-- A file of a note or of an unplaced note. Its bytes are in the attachment store, by their digest.
create table attachments (
  election_id integer not null,
  id          integer generated always as identity,
  note_id     integer,
  unplaced_id integer,
  position    smallint not null,
  file_name   text not null,
  -- Detected from the bytes; what the phone says is not trusted.
  media_type  text not null,
  extension   text not null,
  size_bytes  bigint not null,
  sha256      bytea not null,
  primary key (election_id, id),
  foreign key (election_id, note_id) references notes,
  foreign key (election_id, unplaced_id) references unplaced,
  check (num_nonnulls(note_id, unplaced_id) = 1)
);

create index attachments_of_note on attachments (election_id, note_id);
create index attachments_of_unplaced on attachments (election_id, unplaced_id) where unplaced_id is not null;
-- Whether any attachment has this file.
create index attachments_of_file on attachments (sha256);

-- Every file that was stored or was about to be. A file without attachments is removed some days later. Nothing else
-- is ever removed, because the folder or bucket may have other owners' files.
create table kept_files (
  sha256       bytea primary key,
  -- Since when no attachment has had it.
  unused_since timestamptz(3),
  -- Since when it is being removed, by the database's clock: it cannot be stored meanwhile.
  going_since  timestamptz(3)
);
