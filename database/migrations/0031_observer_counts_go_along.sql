-- What an observer sent is theirs: it comes and goes with them.
alter table observer_counts
  drop constraint observer_counts_election_id_observer_id_fkey,
  add constraint observer_counts_election_id_observer_id_fkey
    foreign key (election_id, observer_id) references observers (election_id, id)
    on update cascade on delete cascade;
