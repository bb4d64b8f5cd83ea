-- Every file that was kept, or was about to be: what no attachment is any more is removed some days
-- later, and nothing else ever is. A folder or a bucket may hold what others have put there, so that
-- what lies in it says nothing of whose it is.
create table kept_files (
  sha256       bytea primary key,
  -- Since when no attachment has been it, as far as anybody has looked.
  unused_since timestamptz(3),
  -- Since when somebody has been removing it, by the database's clock: nobody keeps it meanwhile.
  going_since  timestamptz(3)
);

-- Whether a file is any attachment's.
create index attachments_of_file on attachments (sha256);

insert into kept_files (sha256)
select sha256 from attachments
union
-- What came with notes that are no more, as a rehearsal's: history has their digests.
select decode(file #>> '{}', 'hex')
  from history h cross join jsonb_array_elements(h.after -> 'files') as file
 where h.act = 'notes.received'
union
select decode(file ->> 'sha256', 'hex')
  from history h cross join jsonb_array_elements(h.after #> '{sent,files}') as file
 where h.act = 'unplaced.received' and h.after ->> 'kind' = 'note';
