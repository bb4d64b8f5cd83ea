// `npm run test:faults`: acknowledged reports survive kills at any moment, and a full disk.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '#database/migrate.ts'
import { beginEvening, loadEvening, type Person } from '#testing/evening/evening.ts'
import { seededRandomOf } from '#testing/evening/seeded-random.ts'
import { type Built, buildServer } from '../bench/server.ts'
import { type Gaps, strikeAll, targetsOf } from './evening.ts'
import { floodAll } from './floods.ts'
import { guessAll } from './guess-all.ts'
import { type Proof, prove, tell } from './proof.ts'
import { driveRandomly } from './random/drive.ts'
import { openTestBed, parts, type TestBed } from './test-bed.ts'
import { upgradeWhileServing } from './upgrade.ts'

type RunOptions = {
  /** How often each part is killed. */
  readonly times: number
  /** The number of random operations; they run with a quarter of the faults. */
  readonly operations: number
  readonly seed: number
  readonly isCareless: boolean
  /** The parts to run. */
  readonly chosen: readonly string[]
  /** Checks only the timed limits that also hold on a busy machine. */
  readonly isBrief: boolean
}

/** Without `guessing`, which takes a quarter of an hour and does not use the machine. */
const usual = ['evening', 'upgrade', 'random', 'floods', 'disk']
const all = [...usual, 'guessing']

const usage =
  'Usage: npm run test:faults -- [--times 20] [--operations 25000] [--seed 7] [--only evening|upgrade|random|floods|guessing|disk] [--careless] [--brief]'

function readArguments(): RunOptions {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '20' },
      operations: { type: 'string', default: '25000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      only: { type: 'string', default: usual.join() },
      careless: { type: 'boolean', default: false },
      brief: { type: 'boolean', default: false },
    },
  })
  const times = Number(values.times)
  const operations = Number(values.operations)
  const seed = Number(values.seed)
  const chosen = values.only.split(',')
  const areRight = [times, operations, seed].every((one) => Number.isInteger(one) && one >= 0)
  if (!areRight || !chosen.every((part) => all.includes(part))) throw new Error(usage)
  return { times, operations, seed, isCareless: values.careless, chosen, isBrief: values.brief }
}

async function main(): Promise<void> {
  const choices = readArguments()
  const { seed, operations, chosen } = choices
  console.log(`Seed ${seed}`)
  const built = await buildServer()
  const run: Run = { ...choices, built }
  try {
    if (chosen.includes('evening')) await strikeEvening(run)
    if (chosen.includes('upgrade')) await upgrade(run)
    if (chosen.includes('random')) {
      const times = Math.ceil(choices.times / 4)
      if (!(await driveRandomly({ built, seed, operations, times }))) process.exitCode = 1
    }
    if (chosen.includes('floods')) await flood(run)
    if (chosen.includes('guessing')) await guessAll(built, seed)
    if (chosen.includes('disk')) fillDisk(built)
  } finally {
    await built.remove()
  }
}

type Run = RunOptions & { readonly built: Built }

/** A server and a database with the evening's election, for as long as they are used. */
async function onEveningBed(
  { built, isCareless }: Run,
  use: (ground: TestBed, people: readonly Person[]) => Promise<void>,
): Promise<void> {
  let people: readonly Person[] = []
  const ground = await openTestBed({
    built,
    isCareless,
    workersOf: (start) => 1 + (start % 2),
    prepare: async (databaseUrl) => {
      await migrate(databaseUrl)
      people = await loadEvening(databaseUrl)
    },
  })
  await use(ground, people).finally(() => ground.stop())
}

/** Acknowledged reports survive while observers report and everything is killed again and again. */
const strikeEvening = (choices: Run) =>
  onEveningBed(choices, async (ground, people) => {
    const draw = seededRandomOf(choices.seed, 0, 0)
    let end = () => {}
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve
    })
    const evening = beginEvening(ground.url, people, mayEnd)
    const targets = targetsOf(parts, choices.times, draw)
    const gaps = await strikeAll(ground, evening, { targets, draw })
    end()
    await evening.over
    const proof = await prove(ground, evening)
    report({ acknowledged: evening.acknowledged(), gaps, proof })
  })

/** Each flood lasts one second for each kill of a part; one second proves that reports get through. */
async function flood({ times, isBrief, built }: Run): Promise<void> {
  console.log(
    '| flood | connections | strangers | reports refused | their p99 | a list | a known phone is in | before |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  const areHeld = await floodAll({ built, seconds: isBrief ? 1 : Math.min(times, 20), isBrief })
  console.log(areHeld ? 'All floods: held' : 'All floods: NOT held')
  if (!areHeld) process.exitCode = 1
}

/** Acknowledged reports survive while newer versions start beside a serving older one. */
const upgrade = (choices: Run) =>
  onEveningBed(choices, async (ground, people) => {
    const draw = seededRandomOf(choices.seed, 0, 0)
    const options = { people, times: Math.ceil(choices.times / 4), draw }
    const { acknowledged, gaps, proof } = await upgradeWhileServing(ground, options)
    const rows = [
      ['upgraded while it serves', gaps.length],
      ['until the newer one acknowledged', inSeconds(gaps)],
      ['acknowledged', acknowledged],
    ] as const
    if (!tell(rows, proof)) process.exitCode = 1
  })

type StrikeOutcome = {
  readonly acknowledged: number
  readonly gaps: Gaps
  readonly proof: Proof
}

function report({ acknowledged, gaps, proof }: StrikeOutcome): void {
  const rows = [
    ...parts.map((part) => [`${part} killed`, gaps[part].length] as const),
    ...parts.map(
      (part) => [`until it acknowledged again (${part})`, inSeconds(gaps[part])] as const,
    ),
    ['acknowledged', acknowledged] as const,
  ]
  if (!tell(rows, proof)) process.exitCode = 1
}

const inSeconds = (gaps: readonly number[]) => {
  const seconds = gaps.map((ms) => ms / 1000).sort((one, other) => one - other)
  const middle = seconds[Math.floor(seconds.length / 2)] ?? 0
  return `${middle.toFixed(1)} s, ${(seconds.at(-1) ?? 0).toFixed(1)} s at most`
}

/** As root, or as root of a user namespace. */
const aside =
  process.getuid?.() === 0
    ? ['--mount']
    : ['--user', '--map-current-user', '--keep-caps', '--mount']

/** Fills a database's disk, where a small private one can be mounted. */
function fillDisk({ folder }: Built): void {
  const may = spawnSync('unshare', [...aside, 'mount', '-t', 'tmpfs', 'none', '/mnt'])
  if (may.status !== 0) {
    console.log('No disk can be mounted here, so that a full one was not tried')
    return
  }
  const program = fileURLToPath(new URL('full-disk.ts', import.meta.url))
  const args = [...aside, process.execPath, '--import', 'tsx', program, folder]
  if (spawnSync('unshare', args, { stdio: 'inherit' }).status !== 0) process.exitCode = 1
}

await main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
