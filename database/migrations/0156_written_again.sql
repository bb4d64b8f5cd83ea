-- A message may be the same one written once more (docs/decisions/079): who opens it has opened the first one, where a
-- milestone waits for that. Always the first of them, so that none has to be followed.
alter table notifications
  add column again_of integer,
  add constraint notifications_are_again_of_one foreign key (election_id, again_of) references notifications,
  add constraint notifications_are_not_again_of_themselves check (again_of <> id);
create index notifications_written_again on notifications (election_id, again_of) where again_of is not null;
