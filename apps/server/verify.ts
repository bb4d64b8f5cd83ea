import { readFile } from 'node:fs/promises'
import type { Database } from '#database/open.ts'
import { type BrokenLink, ChainHead } from '#features/history/contract.ts'
import {
  beginning,
  countUnsealed,
  proveSome,
  type Reached,
} from '#features/history/server/proof-queries.ts'
import { parse } from '#kit/contract/parse.ts'
import { readArguments } from './arguments.ts'
import { readConfig } from './config.ts'
import { withExisting } from './existing-database.ts'
import { reasonOf } from './refusal.ts'

/** Links that are read at a time. */
const batch = 10_000

/** A chain that was checked: its end, and what does not fit. */
type Outcome = { readonly reached: Reached; readonly wrong: readonly string[] }

/**
 * `npm run verify [-- HEAD.json …]`: makes the whole chain of history again from its lines, and
 * compares it with the seals, and with heads that were downloaded earlier. Says what it found;
 * exit code 1 where anything does not fit. It changes nothing.
 */
async function main(): Promise<void> {
  const { positionals } = readArguments('verify', { allowPositionals: true })
  const heads = await Promise.all(positionals.map(readHead))
  await withExisting(readConfig(process.env), (database) => tell(database, heads))
}

async function tell(database: Database, heads: Awaited<ReturnType<typeof readHead>>[]) {
  const { reached, wrong } = await verify(database, heads)
  const lines = `${reached.position} ${reached.position === 1 ? 'line' : 'lines'}`
  if (wrong.length > 0) {
    console.error([`${lines} fit, then:`, ...wrong].join('\n'))
    process.exitCode = 1
    return
  }
  const waiting = await countUnsealed(database.db, reached, batch)
  const rest = waiting > 0 ? `; ${waiting === batch ? 'over ' : ''}${waiting} not sealed yet` : ''
  console.log(`${lines}, chain intact, head ${reached.hash.toString('hex')}${rest}`)
}

async function verify(
  { db }: Database,
  heads: readonly (ChainHead & { readonly file: string })[],
): Promise<Outcome> {
  let reached = beginning
  const wanted = new Map(heads.map((head) => [head.position, head]))
  for (;;) {
    const { links, broken, isEnd, ...proof } = await proveSome(db, reached, batch)
    reached = proof.reached
    const unlike = links.flatMap(({ position, hash }) => {
      const head = wanted.get(position)
      wanted.delete(position)
      return head && head.hash !== hash.toString('hex')
        ? [`${head.file}: the chain had another link at ${position}: all of it was made anew`]
        : []
    })
    if (unlike.length > 0) return { reached, wrong: unlike }
    if (broken) return { reached, wrong: [sayBroken(broken)] }
    if (!isEnd) continue
    const missing = [...wanted.values()].map(
      ({ file, position }) => `${file}: the chain ends before its link ${position}: it was cut`,
    )
    return { reached, wrong: missing }
  }
}

const sayBroken = ({ position, historyId, fault }: BrokenLink) =>
  `link ${position} is broken: ${historyId === null ? 'a line' : `line ${historyId}`} was ${fault}`

async function readHead(file: string) {
  try {
    const said: unknown = JSON.parse(await readFile(file, 'utf8'))
    return { ...parse(ChainHead, said), file }
  } catch (error) {
    throw new Error(`${file}: is not a head of the chain (${reasonOf(error)})`)
  }
}

await main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
