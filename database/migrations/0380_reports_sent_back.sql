-- The message by which a report was sent back to its observer; its text is the reason. Undo withdraws it while it waits.
-- Without a foreign key: messages and reviews are emptied together.
alter table reviews add column notification_id integer;
