-- What the phone of a sign-in calls itself, as a digest: a phone that signs in anew is known again by it.
-- Null of staff, of phones that say nothing of themselves, and of what began before.
alter table sessions add column device text;

-- When a phone was given a version. What came to another phone after a sign-in says nothing of that
-- sign-in's own. What is there already has been there for as long as anybody can tell.
alter table form_copies add column given_at timestamptz(3) not null default now();
