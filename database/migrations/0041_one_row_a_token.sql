-- A push token is one phone's, whoever is signed in on it: two observers who shared a phone each had a row
-- for it, and the first one's messages went to the second. So did "Firebase" and "firebase". Of twins the
-- one that was registered last stays: its owner is the one who is there.
with ranked as (
  select ctid, row_number() over (partition by token order by registered_at desc, election_id desc, observer_id desc, channel) as of_token,
         row_number() over (partition by election_id, observer_id, lower(channel) order by registered_at desc, channel) as of_channel
    from devices
)
delete from devices d using ranked r where d.ctid = r.ctid and (r.of_token > 1 or r.of_channel > 1);

update devices set channel = lower(channel) where channel <> lower(channel);

alter table devices
  add constraint devices_channels_have_no_case check (channel = lower(channel)),
  -- The session in which it was registered: with it the phone goes. None of what was registered before.
  add column session_id uuid references sessions on delete set null;

-- A browser's token is longer than what an index of it may hold.
create unique index devices_token_once on devices (md5(token));
create index devices_of_session on devices (session_id) where session_id is not null;
