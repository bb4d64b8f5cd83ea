-- The language of a form's texts, and those it is translated to: tags of BCP 47. A removed language keeps its texts, for
-- when it is added again.
alter table forms
  add column language text not null default 'ro',
  add column languages text[] not null default '{}';

-- By language and field, a text and the one that it translates: { hu: { text: { to, from } } }. `text` is also a title.
alter table forms add column translations jsonb not null default '{}';
alter table form_sections add column translations jsonb not null default '{}';
alter table questions add column translations jsonb not null default '{}';
alter table options add column translations jsonb not null default '{}';

-- The language of `sections`, and the same sections by every other language that phones may ask for.
alter table form_versions
  add column language text not null default 'ro',
  add column translations jsonb not null default '{}';
