-- Only the list by name uses this index. On a new database PostgreSQL took it for as good as the key, and read all observers
-- of the election for each observer that is looked up by its id and is not deleted.
drop index observers_by_name;
create index observers_by_name on observers (election_id, name collate names, id)
  where deleted_at is null and name <> '';
