-- Outlines of municipalities are a file beside that of the counties' own.
alter table shape_files add column of_municipalities boolean not null default false;

drop index shape_files_one_is_shown;
create unique index shape_files_one_of_each_is_shown on shape_files (election_id, of_municipalities) where removed_at is null;
