// `npm run test:faults`: what is acknowledged stays, whatever is killed, whenever.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { phoneAt } from '#apps/server/phone.ts'
import { seededChance } from '#apps/server/rehearsal.ts'
import { beginEvening, loadEvening } from '#apps/server/testing-evening.ts'
import { readFiles, readStored } from '#apps/server/testing-stored.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { becomesTrue } from '#database/postmaster.ts'
import { countUnsealed } from '#features/history/server/proof-queries.ts'
import { session } from '#features/session/contract.ts'
import { password } from '../bench/people.ts'
import { compare, type Findings } from './compare.ts'
import { type Gaps, strikeAll, targetsOf } from './evening.ts'
import { type Ground, openGround, parts } from './ground.ts'

type Asked = {
  /** How often each part is killed. */
  readonly times: number
  readonly seed: number
  readonly isCareless: boolean
}

const usage = 'Usage: npm run test:faults -- [--times 20] [--seed 7] [--careless]'

function readArguments(): Asked {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      careless: { type: 'boolean', default: false },
    },
  })
  const [times, seed] = [Number(values.times), Number(values.seed)]
  if (!Number.isInteger(times) || times < 1 || !Number.isInteger(seed)) throw new Error(usage)
  return { times, seed, isCareless: values.careless }
}

async function main(): Promise<void> {
  const asked = readArguments()
  console.log(`Seed ${asked.seed}`)
  const chance = seededChance(asked.seed)
  let people: Awaited<ReturnType<typeof loadEvening>> = []
  const ground = await openGround({
    isCareless: asked.isCareless,
    workersOf: (start) => 1 + (start % 2),
    prepare: async (databaseUrl) => {
      await migrate(databaseUrl)
      people = await loadEvening(databaseUrl)
    },
  })
  try {
    let end = () => {}
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve
    })
    const evening = beginEvening(ground.url, people, mayEnd)
    const targets = targetsOf(parts, asked.times, chance)
    const gaps = await strikeAll(ground, evening, { targets, chance })
    end()
    await evening.over
    const chain = await verifyChain(ground)
    const stored = await readStored(ground.databaseUrl)
    const files = await readFiles(ground.url, await signInStaff(ground.url))
    const findings = compare(evening.memory, stored, files)
    report({ acknowledged: evening.acknowledged(), gaps, findings, chain })
  } finally {
    await ground.stop()
  }
}

async function signInStaff(url: string): Promise<string> {
  const body = { user: 'admin', password }
  const { access_token } = await phoneAt(url, { forMs: 5000 })(session.authorize, { body })
  return access_token
}

type Chain = { readonly isIntact: boolean; readonly said: string }

/** Waits until all of history is sealed, and has our own program make the chain again. */
async function verifyChain({ built, databaseUrl }: Ground): Promise<Chain> {
  const database = openDatabase({ url: databaseUrl, connections: 1 })
  const isSealed = async () => (await countUnsealed(database.db, 1)) === 0
  const isWhole = await becomesTrue(isSealed, 60_000).finally(() => database.close())
  if (!isWhole) return { isIntact: false, said: 'not all of history is ever sealed' }
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', DATABASE_URL: databaseUrl }
  const args = [join(built.folder, 'verify.js')]
  return promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout }) => ({ isIntact: true, said: stdout.trim() }),
    ({ stdout, stderr }) => ({ isIntact: false, said: `${stdout}${stderr}`.trim() }),
  )
}

type Outcome = {
  readonly acknowledged: number
  readonly gaps: Gaps
  readonly findings: Findings
  readonly chain: Chain
}

function report({ acknowledged, gaps, findings, chain }: Outcome): void {
  const { lost, doubled, miscounted } = findings
  const rows: readonly (readonly [string, string | number])[] = [
    ...parts.map((part) => [`${part} killed`, gaps[part].length] as const),
    ...parts.map(
      (part) => [`until it acknowledged again (${part})`, inSeconds(gaps[part])] as const,
    ),
    ['acknowledged', acknowledged],
    ['acknowledged, not stored', lost.length],
    ['stored twice', doubled.length],
    ['counts that counting contradicts', miscounted.length],
    ['history', chain.said],
  ]
  for (const [what, value] of rows) console.log(`${what.padEnd(40)} ${value}`)
  for (const one of [...lost, ...doubled, ...miscounted].slice(0, 20)) console.error(one)
  const isFine = chain.isIntact && lost.length + doubled.length + miscounted.length === 0
  process.exitCode = isFine ? 0 : 1
}

const inSeconds = (gaps: readonly number[]) => {
  const seconds = gaps.map((ms) => ms / 1000).sort((one, other) => one - other)
  const middle = seconds[Math.floor(seconds.length / 2)] ?? 0
  return `${middle.toFixed(1)} s, ${(seconds.at(-1) ?? 0).toFixed(1)} s at most`
}

await main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
