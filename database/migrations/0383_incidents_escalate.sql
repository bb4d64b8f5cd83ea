-- A second account that is alerted when the due time of an incident passes. Without a foreign key, like its owner.
alter table incidents add column escalate_to_id integer;
