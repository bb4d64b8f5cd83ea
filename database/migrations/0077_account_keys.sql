-- Two accounts that look the same are one, however they are capitalised and composed. What an account is
-- told apart by is written by the server (`accountKey` in features/session/domain.ts): how a locale folds
-- letters differs from database to database. Of those that are there the next start reads it.
alter table staff add column account_key text;
update staff set account_key = 'unread ' || id;
alter table staff alter column account_key set not null;

drop index staff_account_is_taken;
create unique index staff_account_is_taken on staff (account_key);
