-- An incident that is the same as another one points to it. Its reports and comments stay its own, so parting restores it.
alter table incidents add column merged_into integer;
alter table incidents
  add foreign key (election_id, merged_into) references incidents,
  add constraint incidents_merge_into_others check (merged_into <> id);

create index incidents_merged on incidents (election_id, merged_into) where merged_into is not null;

-- The list and the alerts begin with open ones; most incidents of an old election are closed.
create index incidents_open on incidents (election_id, state)
  where merged_into is null and state not in ('closed', 'dismissed');
