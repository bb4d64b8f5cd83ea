-- What staff corrected in the observer's answer to one question, with a reason. `answers` holds what counts; the observer's
-- own choices stay here, beside those that staff chose instead: both as arrays of the columns of `answers`.
create table corrections (
  election_id  integer not null,
  visit_id     integer not null,
  question_id  integer not null,
  own          jsonb not null,
  corrected    jsonb not null,
  -- Empty once people are erased.
  reason       text not null,
  corrected_at timestamptz(3) not null,
  corrected_by text not null,
  -- New with each correction; an edit names the one it began from.
  revision     integer generated always as identity,
  -- When staff placed an unmatched report with another answer, so that this counts again; null: the correction counts.
  -- Kept until then, because placing can be undone; what the observer sends directly deletes it.
  ended_at     timestamptz(3),
  primary key (election_id, visit_id, question_id),
  foreign key (election_id, visit_id) references visits on delete cascade
);
