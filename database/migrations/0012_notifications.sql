-- Messages to observers, as they were sent. Who gets one is settled then: a row in deliveries each.
create table notifications (
  election_id    integer not null references elections,
  id             integer generated always as identity,
  -- Made by the screen, so that a click that is sent twice sends once.
  key            uuid,
  -- Who sent it, in words that outlive their account.
  sender_id      integer not null,
  sender_account text not null,
  ngo_id         integer not null references ngos,
  channel        text not null,
  title          text not null check (title <> ''),
  body           text not null check (body <> ''),
  inserted_at    timestamptz(3) not null,
  -- How many of its deliveries are in which state, kept in the transaction that changes them; what
  -- is left of the recipients is queued.
  recipients     integer not null default 0,
  sent           integer not null default 0,
  failed         integer not null default 0,
  opened         integer not null default 0,
  primary key (election_id, id),
  constraint notifications_key_sends_once unique (election_id, sender_id, key),
  check (least(sent, failed, opened, recipients - sent - failed - opened) >= 0)
);

create index notifications_by_time on notifications (election_id, inserted_at desc, id desc);

create table deliveries (
  election_id     integer not null,
  notification_id integer not null,
  observer_id     integer not null,
  state           text not null default 'queued'
                    check (state in ('queued', 'sent', 'failed', 'opened')),
  why             text,
  -- When its state was reached.
  at              timestamptz(3) not null,
  primary key (election_id, notification_id, observer_id),
  foreign key (election_id, notification_id) references notifications (election_id, id),
  foreign key (election_id, observer_id) references observers (election_id, id),
  constraint deliveries_that_failed_say_why check ((state = 'failed') = (why is not null))
);

create index deliveries_queued on deliveries (election_id, notification_id)
  where state = 'queued';
create index deliveries_of_observer on deliveries (election_id, observer_id);

-- A delivery whose process died again and again ends all the same: what is still queued has failed.
select pgboss.create_queue('notifications.give-up', '{}');
select pgboss.create_queue('notifications.deliver', '{"deadLetter": "notifications.give-up"}');

-- Where somebody is told that they have an account, or that somebody else set its password.
alter table staff add column email text check (email <> '');

select pgboss.create_queue('accounts.give-up', '{}');
select pgboss.create_queue('accounts.notify', '{"deadLetter": "accounts.give-up"}');
