-- The revision before an import's change. Undoing it restores the values of an earlier import, at another revision, and that
-- import can be undone as well. Null: added by the import, or imported before this migration.
alter table imported_observers add column was_revision integer;
alter table imported_assignments
  add column was_revision integer,
  add column cut_until timestamptz(3);
