-- Links by which somebody chooses their own password: an invitation, or because they forgot it. Only a
-- keyed digest of what stands in the link is kept, so that a leaked table opens nothing.
create table invitations (
  digest     text primary key,
  staff_id   integer not null references staff on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index invitations_of_staff on invitations (staff_id);

select pgboss.create_queue('invitations.give-up', '{}');
select pgboss.create_queue('invitations.letter', '{"deadLetter": "invitations.give-up"}');
