-- Organisations that observe. The organiser's administrators see the observers of every organisation.
create table ngos (
  id           integer generated always as identity primary key,
  name         text not null check (name <> ''),
  short_name   text not null check (short_name <> ''),
  is_organiser boolean not null default false,
  is_active    boolean not null default true,
  revision     integer not null default 1,
  changes      jsonb not null default '{}',
  changing     text check (changing is null)
);

-- People who sign in to the screens.
create table staff (
  id             integer generated always as identity primary key,
  ngo_id         integer not null references ngos,
  account        text not null check (account <> ''),
  -- argon2id, in its own encoding.
  password_hash  text not null,
  role           text not null
    constraint staff_role_is_known check (role in ('organiser', 'ngo-administrator', 'reviewer', 'guest')),
  created_at     timestamptz(3) not null default now(),
  -- Gets a mail when the account is created and when another person sets its password.
  email          text check (email <> ''),
  -- The counties this person is limited to; null: no limit. Codes and not ids, because accounts outlive elections. A
  -- code that the current election lacks gives access to nothing.
  county_codes   text[] constraint staff_limits_name_counties check (cardinality(county_codes) > 0),
  -- A password set by another person, or printed, is valid until then, and its owner must replace it first. Null: it
  -- is their own.
  password_until timestamptz(3),
  revision       integer not null default 1,
  changes        jsonb not null default '{}',
  changing       text check (changing is null),
  -- Accounts that look the same are one, however they are capitalised and composed. The server writes the key
  -- (`accountKey` in features/session/domain.ts), because locales fold letters differently.
  account_key    text not null
);

create unique index staff_account_is_taken on staff (account_key);

-- A deleted account, for the day in which it can be restored (features/accounts). It opens nothing meanwhile.
-- Sessions and links are not kept. Erasing the people of an election deletes these rows as well.
create table deleted_accounts (
  id             integer primary key,
  ngo_id         integer not null references ngos,
  account        text not null,
  account_key    text not null,
  email          text,
  password_hash  text not null,
  password_until timestamptz(3),
  role           text not null,
  county_codes   text[],
  created_at     timestamptz(3) not null,
  revision       integer not null,
  changes        jsonb not null,
  -- The rows of its second factors, by table.
  factors        jsonb not null,
  -- The imports and exports that it began.
  task_ids       integer[] not null,
  deleted_at     timestamptz(3) not null
);

create index deleted_accounts_deleted_at on deleted_accounts (deleted_at);

alter table authenticators add constraint authenticators_staff_id_fkey
  foreign key (staff_id) references staff on delete cascade;

alter table passkeys add constraint passkeys_staff_id_fkey
  foreign key (staff_id) references staff on delete cascade;

alter table sessions add constraint sessions_staff_id_fkey foreign key (staff_id) references staff;

alter table invitations add constraint invitations_staff_id_fkey
  foreign key (staff_id) references staff on delete cascade;
