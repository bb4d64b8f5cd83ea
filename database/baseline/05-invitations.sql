-- Links by which staff choose their own password: an invitation, or a forgotten password. The table has only keyed
-- digests, so that a leak opens nothing.
create table invitations (
  digest     text primary key,
  staff_id   integer not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index invitations_of_staff on invitations (staff_id);
