-- Until when an account counts as reading the report, unless it says so again; null: it has left.
alter table reports_seen add column open_until timestamptz(3);

create index reports_seen_open on reports_seen (election_id, open_until) where open_until is not null;
