-- An election that was opened again after its observers were erased may have others by now: that nobody is
-- named in it any more is said only while it is so.
update elections e set people_erased_at = null
 where people_erased_at is not null
   and (state <> 'archived'
        or exists (select from observers o where o.election_id = e.id and o.phone <> ''));
