-- Names stand where those who look for them expect them, whatever the locale of the cluster: Á with A, Î with I,
-- Ș with S. The root of all languages, and not that of one: people of every language observe one election.
create collation names (provider = icu, locale = 'und');

drop index observers_by_name;
create index observers_by_name on observers (election_id, name collate names, id)
  where deleted_at is null;
