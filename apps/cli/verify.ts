import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#database/open.ts'
import { ChainHead } from '#features/history/contract.ts'
import type { ClaimedHead } from '#features/history/server/chain-queries.ts'
import {
  mostWaiting,
  type Stage,
  type Verified,
  verify,
} from '#features/history/server/proof/verify.ts'
import { parse } from '#kit/contract/parse.ts'
import { findHead, record } from '#kit/server/history/history.ts'
import { openFiles } from '../server/attachments.ts'
import { type Config, readConfig } from '../server/config.ts'
import { openLastHead } from '../server/last-head.ts'
import { projections } from '../server/projections.ts'
import { reasonOf } from '../server/refusal.ts'
import { readArguments } from './arguments.ts'
import { withExisting } from './existing-database.ts'
import { type Progress, showProgress, whenInterrupted } from './progress.ts'
import { proveFiles } from './verify-files.ts'

/**
 * `npm run verify [-- HEAD.json …]`: recomputes the whole chain of history from its lines, compares it with
 * the seals and with earlier heads, replays every report from history and compares it with what is stored,
 * recounts everything, and reads every attachment. Reports its findings; exit code 1 where anything differs.
 * It changes nothing, unless `--accept-head` tells it to accept the chain as it ends now.
 */
async function main(): Promise<void> {
  const { positionals, values } = readArguments('verify', {
    allowPositionals: true,
    options: {
      'accept-head': { type: 'boolean', default: false },
      'without-files': { type: 'boolean', default: false },
    },
  })
  const config = readConfig(process.env)
  const heads = await Promise.all(positionals.map(readHead))
  await withExisting(config, async (database) => {
    if (values['accept-head']) return acceptHead(database, config)
    const kept = [...heads, ...(await remembered(config))]
    await proveAll(database, kept, values['without-files'] ? undefined : config)
  })
}

const textOf: Readonly<Record<Stage, (done: number, total: number) => string>> = {
  chain: (done, total) => `${done} of ${total} lines of history fit`,
  reports: (done, total) => `${done} of ${total} rows compared with history`,
  counts: (done) => `${done} portions counted anew`,
}

/** @param place where attachments are; undefined where they are not to be read. */
async function proveAll(
  database: Database,
  kept: readonly ClaimedHead[],
  place: Config | undefined,
): Promise<void> {
  const progress = showProgress()
  const signal = whenInterrupted()
  try {
    const verified = await verify(database, {
      projections,
      kept,
      signal,
      report: (stage, done, total) => progress.report(textOf[stage](done, total)),
    })
    progress.end()
    sayVerified(verified)
    if (place) await readFiles(database, place, { progress, signal })
  } finally {
    progress.end()
  }
}

function sayVerified(verified: Verified): void {
  const { position, hash, waiting, chain, structure, rows, moreRows, compared, counts, skipped } =
    verified
  const lines = `${position} ${position === 1 ? 'line' : 'lines'}`
  if (chain.length > 0) complain(`${lines} fit, then:`, chain)
  else {
    const over = waiting === mostWaiting ? 'over ' : ''
    const rest = waiting > 0 ? `; ${over}${waiting} not sealed yet` : ''
    console.log(`${lines}, chain intact, head ${hash}${rest}`)
  }
  complain('The database is not as the migrations make it:', structure)
  const all = moreRows > 0 ? [...rows, `and ${moreRows} more`] : rows
  complain('What is stored is not what history says:', all)
  complain('Counts are not what counting gives (npm run recount):', counts)
  if (rows.length + counts.length === 0)
    console.log(
      `${compared} reports, notes and messages are as history says, and so are their counts`,
    )
  for (const what of skipped) console.log(what)
}

async function readFiles(
  database: Database,
  config: Config,
  { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal },
): Promise<void> {
  const { read, wrong } = await proveFiles(database.db, await openFiles(config), {
    report: (done) => progress.report(`${done} attachments read`),
    signal,
  })
  progress.end()
  complain('Attachments are not what was sent:', wrong)
  if (wrong.length === 0) console.log(`${read} attachments are unchanged`)
}

function complain(about: string, what: readonly string[]): void {
  if (what.length === 0) return
  console.error([about, ...what].join('\n'))
  process.exitCode = 1
}

/** The last head of this installation, stored outside the database. */
async function remembered({ DATA_DIR }: Config): Promise<ClaimedHead[]> {
  const head = await openLastHead(DATA_DIR).read()
  return head ? [{ ...head, from: join(DATA_DIR, 'history-head.json') }] : []
}

async function readHead(file: string): Promise<ClaimedHead> {
  try {
    const head: unknown = JSON.parse(await readFile(file, 'utf8'))
    return { ...parse(ChainHead, head), from: file }
  } catch (error) {
    throw new Error(`${file}: is not a head of the chain (${reasonOf(error)})`)
  }
}

/** Accepts the chain as it ends now, and leaves a line in history that says so. */
async function acceptHead(database: Database, { DATA_DIR }: Config): Promise<void> {
  const lastHead = openLastHead(DATA_DIR)
  const head = await findHead(database.db)
  const was = await lastHead.read()
  const { position = 0, hash = null } = head ?? {}
  await database.write((tx) =>
    record(tx, {
      electionId: null,
      at: new Date(),
      actor: { role: 'server', id: null, name: 'npm run verify' },
      act: 'history.head-accepted',
      subject: 'history',
      subjectId: null,
      before: was ? { position: was.position, hash: was.hash } : null,
      after: { position, hash },
    }),
  )
  await lastHead.forget()
  if (head) await lastHead.write(head)
  console.log(
    `The chain as it ends now, at link ${position}, is taken for the right one. Start the server again: it goes on sealing from there. History says so.`,
  )
}

await main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
