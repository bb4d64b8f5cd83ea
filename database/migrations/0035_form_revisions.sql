-- Counts how often a form was saved, so that a save can name what it began from: of two people in one
-- form the second is told instead of taking out what the first has added.
alter table forms add column revision integer not null default 1;
-- What is made from here on is saved for the first time in the same breath.
alter table forms alter column revision set default 0;
