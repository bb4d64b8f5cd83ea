-- What a form is for and when it is filled in, for the staff: `description` is its title, which the
-- calls of the first system named so. Phones are not told.
alter table forms add column details text not null default '';
