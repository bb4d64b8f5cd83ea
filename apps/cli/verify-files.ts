import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { FileIdentity, Files } from '#kit/server/files/files.ts'

/** How many files are listed at a time. */
const batch = 500

export type FilesProved = { readonly read: number; readonly wrong: readonly string[] }

type VerifyOptions = { report(done: number): void; readonly signal: AbortSignal }

/** Reads every attachment once, from its store, and compares it with its digest. */
export async function proveFiles(
  db: Db,
  files: Pick<Files, 'find'>,
  { report, signal }: VerifyOptions,
): Promise<FilesProved> {
  const wrong: string[] = []
  let read = 0
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const some = await listFiles(db, after)
    for (const file of some) {
      signal.throwIfAborted()
      const fault = await faultOf(files, file, signal)
      if (fault) wrong.push(`${file.owner}: ${file.sha256.toString('hex')} ${fault}`)
      read += 1
      report(read)
    }
    const last = some.at(-1)
    if (!last) return { read, wrong }
    after = last.sha256
  }
}

type Listed = Columns<'attachments', 'sha256' | 'sizeBytes'> & { readonly owner: string }

/** Files by digest, each with one record it is attached to. */
async function listFiles(db: Db, after: Buffer): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select distinct on (sha256) sha256, size_bytes,
           pg_catalog.concat('election ', election_id, ', ',
             case when note_id is null then 'unplaced report ' else 'note ' end,
             coalesce(note_id, unplaced_id)) as owner
      from attachments where sha256 > ${after}
     order by sha256, election_id, id limit ${batch}`.execute(db)
  return rows
}

async function faultOf(
  files: Pick<Files, 'find'>,
  file: FileIdentity,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await files.find(file)
  if (!found) return 'is not there, or not all of it'
  const digest = createHash('sha256')
  await pipeline(found.stream, digest, { signal })
  return digest.digest().equals(file.sha256) ? undefined : 'has other bytes'
}
