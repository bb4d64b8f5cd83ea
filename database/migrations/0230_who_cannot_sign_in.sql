-- Why an observer may be unable to sign in: faults of the phone by the rules of its country, and of the PIN when it was
-- set, because only its digest is stored. Null without faults.
alter table observers add column phone_doubt text, add column pin_doubt text;

create index observers_with_doubts on observers (election_id, id)
  where phone_doubt is not null or pin_doubt is not null;

-- The job that parses phones reads them again, and stores what it finds.
update observers set phone_read_in = null
 where phone <> '' and election_id in (select id from elections where state <> 'archived');
