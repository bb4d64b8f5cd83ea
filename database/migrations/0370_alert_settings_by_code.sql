-- Codes and not ids, because settings outlive elections.
alter table alert_settings add column muted_county_codes text[] not null default '{}';
update alert_settings s
   set muted_county_codes = array(select distinct a.code from areas a where a.id = any(s.muted_county_ids) order by 1);
alter table alert_settings drop column muted_county_ids;

-- Without a foreign key, because they outlive accounts: one that is restored has them again.
alter table alert_settings drop constraint alert_settings_staff_id_fkey;
alter table alerts_read drop constraint alerts_read_staff_id_fkey;
