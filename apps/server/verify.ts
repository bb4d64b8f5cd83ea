import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#database/open.ts'
import { ChainHead } from '#features/history/contract.ts'
import { type ClaimedHead, proveChain } from '#features/history/server/chain-queries.ts'
import { countUnsealed } from '#features/history/server/proof-queries.ts'
import { listDepartures } from '#features/history/server/structure-queries.ts'
import { parse } from '#kit/contract/parse.ts'
import { findHead, record } from '#kit/server/history.ts'
import { readArguments } from './arguments.ts'
import { type Config, readConfig } from './config.ts'
import { withExisting } from './existing-database.ts'
import { openLastHead } from './last-head.ts'
import { type Progress, showProgress, whenInterrupted } from './progress.ts'
import { reasonOf } from './refusal.ts'

/** More lines that wait than these are not counted. */
const mostWaiting = 10_000

/**
 * `npm run verify [-- HEAD.json …]`: makes the whole chain of history again from its lines, and
 * compares it with the seals, and with heads that were downloaded earlier. Says what it found;
 * exit code 1 where anything does not fit. It changes nothing, unless it is told with `--accept-head`
 * that the chain as it ends now is the right one.
 */
async function main(): Promise<void> {
  const { positionals, values } = readArguments('verify', {
    allowPositionals: true,
    options: { 'accept-head': { type: 'boolean', default: false } },
  })
  const config = readConfig(process.env)
  const heads = await Promise.all(positionals.map(readHead))
  await withExisting(config, async (database) => {
    if (values['accept-head']) return acceptHead(database, config)
    const progress = showProgress()
    try {
      await tell(database, [...heads, ...(await remembered(config))], progress)
    } finally {
      progress.end()
    }
  })
}

async function tell(database: Database, heads: readonly ClaimedHead[], progress: Progress) {
  const departures = await listDepartures(database.db)
  const { reached, wrong } = await proveChain(database, heads, {
    tell: (links) => progress.tell(`${links} lines of history fit`),
    signal: whenInterrupted(),
  })
  progress.end()
  const lines = `${reached.position} ${reached.position === 1 ? 'line' : 'lines'}`
  if (wrong.length > 0) {
    console.error([`${lines} fit, then:`, ...wrong].join('\n'))
    process.exitCode = 1
  } else {
    const waiting = await countUnsealed(database.db, reached, mostWaiting)
    const over = waiting === mostWaiting ? 'over ' : ''
    const rest = waiting > 0 ? `; ${over}${waiting} not sealed yet` : ''
    console.log(`${lines}, chain intact, head ${reached.hash}${rest}`)
  }
  if (departures.length === 0) return
  console.error(['The database is not as the migrations make it:', ...departures].join('\n'))
  process.exitCode = 1
}

/** The head that this installation made last, where it is kept beside the database. */
async function remembered({ DATA_DIR }: Config): Promise<ClaimedHead[]> {
  const head = await openLastHead(DATA_DIR).read()
  return head ? [{ ...head, from: join(DATA_DIR, 'history-head.json') }] : []
}

async function readHead(file: string): Promise<ClaimedHead> {
  try {
    const said: unknown = JSON.parse(await readFile(file, 'utf8'))
    return { ...parse(ChainHead, said), from: file }
  } catch (error) {
    throw new Error(`${file}: is not a head of the chain (${reasonOf(error)})`)
  }
}

/** Takes the chain as it ends now for the right one, and leaves a line that says so. */
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
