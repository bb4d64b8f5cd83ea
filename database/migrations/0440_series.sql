-- A form that an observer sends several times at one station, as of hourly turnout.
alter table forms add column is_series boolean not null default false;
