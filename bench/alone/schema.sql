-- Only the eleven rows of a report, a visit and ten answers, with one reference and no indexes but those of keys:
-- PostgreSQL's best time, with which a report is compared.
create schema alone;
create table alone.visits (
  id bigserial primary key, instance_id uuid not null unique, form_id int not null, station int not null,
  observer int not null, created timestamptz not null default now(), comment text not null
);
create table alone.answers (
  visit_id bigint not null references alone.visits (id) on delete cascade, question_id int not null,
  option_id int, value text, primary key (visit_id, question_id)
);
