-- Calls of staff to observers, and how each ended.
create table calls (
  election_id    integer not null references elections,
  id             integer generated always as identity,
  observer_id    integer not null,
  -- The caller, by a name that outlives the account.
  called_by      integer not null,
  called_by_name text not null,
  called_at      timestamptz(3) not null,
  outcome        text not null check (outcome in ('reached', 'no-answer', 'call-back', 'wrong-number', 'refuses')),
  call_back_at   timestamptz(3),
  note           text not null,
  primary key (election_id, id),
  foreign key (election_id, observer_id) references observers,
  constraint calls_call_back_when_agreed check ((outcome = 'call-back') = (call_back_at is not null))
);

create index calls_of_observer on calls (election_id, observer_id, called_at desc, id desc);

-- Until when an observer is not handed out to be called: held by an account, or, without one, called a while ago.
create table call_holds (
  election_id  integer not null references elections,
  observer_id  integer not null,
  staff_id     integer references staff on delete cascade,
  until        timestamptz(3) not null,
  -- They asked to be called back, and were not called since.
  is_call_back boolean not null default false,
  primary key (election_id, observer_id),
  foreign key (election_id, observer_id) references observers
);

create index call_holds_of_staff on call_holds (staff_id);
