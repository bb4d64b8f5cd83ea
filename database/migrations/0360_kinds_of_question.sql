-- Questions that are answered by a value. Phones show such a question as one of type 2 with one free-text option, which the
-- server keeps. `min` and `max` are those of a number; a rating has both.
alter table questions
  add column kind text not null default 'choice'
    constraint questions_are_of_a_known_kind
      check (kind in ('choice', 'whole', 'decimal', 'line', 'text', 'date', 'time', 'moment', 'rating')),
  add column is_required boolean not null default false,
  add column min double precision,
  add column max double precision,
  add column unit text not null default '',
  add constraint questions_by_value_show_one_free_text check (kind = 'choice' or type = 2);

-- The kind in each version, by which the text of an answer is read.
alter table published_options add column kind text not null default 'choice';
