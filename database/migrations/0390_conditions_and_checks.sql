-- When a section or question is shown, and what must hold of an answer (docs/expressions.md). Empty: always, and nothing.
alter table form_sections add column shown_if text not null default '';
alter table questions
  add column shown_if text not null default '',
  -- A list of { expression, severity, message: { ro, en } }.
  add column checks jsonb not null default '[]';

-- Whether answers to this version have conditions and checks to be tested by.
alter table form_versions add column has_logic boolean not null default false;
