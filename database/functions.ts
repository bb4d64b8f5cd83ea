import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

/** Beside this file in the source, beside the bundle once built. */
const folder = new URL('./functions/', import.meta.url)

/** For each file that ever existed, how often its text has changed, and its current checksum. */
const revisionsFile = new URL('./revisions.json', folder)

/** The revision of a file's text. */
export type Revision = { readonly revision: number; readonly checksum: string }

export type Revisions = Readonly<Record<string, Revision>>

/** The functions of one subject, with the triggers that call them, in this version. */
export type FunctionText = Revision & { readonly file: string; readonly text: string }

/** A file's revision in a database. */
export type Applied = Revision & { readonly file: string }

export async function readRevisions(): Promise<Revisions> {
  return JSON.parse(await readFile(revisionsFile, 'utf8')) as Revisions
}

/** All functions of this version, by file name, in the order in which they are applied. */
export async function knownFunctions(): Promise<readonly FunctionText[]> {
  const revisions = await readRevisions()
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8')
      const revision = revisions[file]?.revision ?? 0
      return { file, text, revision, checksum: hash('md5', text) }
    }),
  )
}

/**
 * The files a database lacks, or has in an older revision. Newer ones stay: a server of an older version that
 * restarts beside a newer one must not put back what that one has replaced. Two texts of one revision exist
 * only during development: the server that starts last wins.
 */
export const dueOf = (known: readonly FunctionText[], applied: readonly Applied[]) =>
  known.filter((ours) => {
    const theirs = applied.find(({ file }) => file === ours.file)
    if (!theirs || ours.revision > theirs.revision) return true
    return ours.revision === theirs.revision && ours.checksum !== theirs.checksum
  })

/** The files to apply to a database that has run all of our migrations. */
export async function listDue(client: pg.Client): Promise<readonly FunctionText[]> {
  const { rows } = await client.query<Applied>(
    'select file, revision, checksum from functions_applied',
  )
  return dueOf(await knownFunctions(), rows)
}

/**
 * Applies functions and triggers, in the current transaction.
 * @throws Error that begins with the name of the file.
 */
export async function applyFunctions(
  client: pg.Client,
  texts: readonly FunctionText[],
): Promise<void> {
  for (const { file, text, revision, checksum } of texts) {
    await client.query(text).catch((error: unknown) => {
      // Keep the error object: its code tells whether a lock blocked us.
      if (error instanceof Error) error.message = `functions/${file}: ${error.message}`
      throw error
    })
    await client.query(
      `insert into functions_applied as f (file, revision, checksum) values ($1, $2, $3)
       on conflict (file) do update
         set revision = excluded.revision, checksum = excluded.checksum, applied_at = now()
       where (f.revision, f.checksum) is distinct from (excluded.revision, excluded.checksum)`,
      [file, revision, checksum],
    )
  }
}

/**
 * Applies all of them, whatever is recorded: the record may have come with rows of another database, and
 * without its functions.
 */
export async function applyAllFunctions(client: pg.Client): Promise<void> {
  const known = await knownFunctions()
  await client.query('delete from functions_applied where file <> all($1::text[])', [
    known.map(({ file }) => file),
  ])
  await applyFunctions(client, known)
}
