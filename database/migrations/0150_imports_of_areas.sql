-- Areas of any level are imported from a file, and such an import can be taken back.
alter table imports
  drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('observers', 'areas', 'counties', 'stations', 'plan'));
