-- What somebody left to be done used to vanish with their account, without a word. It is ended instead,
-- and stays to be read, by the name of the account that began it.
alter table tasks
  add column started_by text,
  drop constraint tasks_staff_id_fkey,
  alter column staff_id drop not null;

update tasks t set started_by = s.account from staff s where s.id = t.staff_id;

alter table tasks
  alter column started_by set not null,
  -- None once the account is gone.
  add constraint tasks_staff_id_fkey foreign key (staff_id) references staff on delete set null;

-- What has not ended, to be ended together with its election or its account.
create index tasks_under_way on tasks (election_id, staff_id) where state in ('queued', 'running');
create index tasks_begun_by on tasks (staff_id);
