import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'

/** Claims a file that is about to be stored; false while it is being removed. */
export async function claimFile(tx: Tx, sha256: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into kept_files as k (sha256) values (${sha256})
        on conflict (sha256) do update set unused_since = null, going_since = null
     where ${isFree}
    returning sha256`.execute(tx)
  return rows.length > 0
}

/**
 * No process is removing the file. A removal started that long ago was given up, by its process and by the
 * store.
 */
const isFree = sql`(k.going_since is null or k.going_since < clock_timestamp() - interval '5 minutes')`

/**
 * Keeps files from being removed until this transaction ends, in which they become attachments; false when
 * one of them has gone since it was claimed. The row is updated, so that a concurrent search for unused files
 * sees it changed.
 */
export async function holdFiles(tx: Tx, digests: readonly Buffer[]): Promise<boolean> {
  const { rows } = await sql`
    update kept_files set unused_since = null
     where sha256 in (select sha256 from kept_files
                       where sha256 = any(${digests}::bytea[]) and going_since is null
                       order by sha256 for update)
    returning sha256`.execute(tx)
  return rows.length === new Set(digests.map((digest) => digest.toString('hex'))).size
}

const isAttachment = sql`exists (select from attachments a where a.sha256 = k.sha256)`

/** Marks files that no attachment refers to any more, and unmarks those that are used again. */
export async function noteUnused(tx: Tx, now: Date): Promise<void> {
  await sql`
    update kept_files k set unused_since = ${now}
     where unused_since is null and not ${isAttachment}`.execute(tx)
  await sql`
    update kept_files k set unused_since = null
     where unused_since is not null and ${isAttachment}`.execute(tx)
}

/** Files with a started removal, and its start. */
export type FilesToRemove = { readonly digests: readonly Buffer[]; readonly since: Date }

/** Claims some of the files that have been unused since before a moment; undefined when there are none. */
export async function takeUnused(
  tx: Tx,
  before: Date,
  most: number,
): Promise<FilesToRemove | undefined> {
  const { rows } = await sql<
    Columns<'keptFiles', 'sha256'> & {
      readonly goingSince: NonNullable<Column<'keptFiles', 'goingSince'>>
    }
  >`
    update kept_files set going_since = now()
     where sha256 in (select sha256 from kept_files k
                       where unused_since < ${before} and ${isFree} and not ${isAttachment}
                       order by sha256 limit ${most} for update skip locked)
    returning sha256, going_since`.execute(tx)
  const since = rows[0]?.goingSince
  return since && { digests: rows.map(({ sha256 }) => sha256), since }
}

/** Forgets removed files, except those claimed again since. */
export async function forgetFiles(tx: Tx, { digests, since }: FilesToRemove): Promise<void> {
  await sql`
    delete from kept_files
     where sha256 = any(${digests}::bytea[]) and going_since = ${since}`.execute(tx)
}

/** The identity of this database, which its copies share. */
export async function nameOfDatabase(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select c.system_identifier || '/' || d.oid as name
      from pg_control_system() c, pg_database d where d.datname = current_database()`.execute(db)
  return rows[0]?.name ?? ''
}
