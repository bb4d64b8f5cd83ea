-- What the place is called, such as a school: phones go by number, people look for a door.
alter table polling_stations add column name text not null default '';
