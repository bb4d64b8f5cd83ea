-- An agreed call-back stays when the account that took it is deleted.
alter table call_holds drop constraint call_holds_staff_id_fkey;
alter table call_holds add foreign key (staff_id) references staff on delete set null;
