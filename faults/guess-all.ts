import { sql } from 'kysely'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import {
  carriers,
  type Guesser,
  type GuessingOutcome,
  type GuessingScene,
  guess,
} from './guessing.ts'
import { openTestBed, type Programs } from './test-bed.ts'

const morning = { observers: 20_000, minutes: 20 }
const perSecond = 100
const own = () => '198.51.100.66'
const shared = () => carriers[0]
/** The nth of ten thousand homes. */
const homes = (nth: number) => `100.64.${Math.floor((nth % 10_000) / 256)}.${nth % 256}`

const guessers: readonly (readonly [string, Omit<Guesser, 'after' | 'perSecond'>])[] = [
  ['one address of their own, phones made up', { addressOf: own, knows: 'no phone' }],
  ['one address of their own, every phone', { addressOf: own, knows: 'all phones' }],
  ['the address of the first carrier, phones made up', { addressOf: shared, knows: 'no phone' }],
  ['the address of the first carrier, every phone', { addressOf: shared, knows: 'all phones' }],
  ['10,000 addresses, phones made up', { addressOf: homes, knows: 'no phone' }],
  ['10,000 addresses, every phone', { addressOf: homes, knows: 'all phones' }],
]

const scenes: readonly GuessingScene[] = [
  { name: 'no guessing', ...morning },
  ...guessers.map(([name, guesser]) => ({
    name,
    ...morning,
    guesser: { after: 0, perSecond, ...guesser },
  })),
]

/** Scenes that run in parallel, each on its own database; the random choices do not depend on it. */
const beside = 2

/** Prints for each way of guessing how many are locked out, how long, and how many PINs are guessed. */
export async function guessAll(built: Programs, seed: number): Promise<void> {
  const ground = await openTestBed({
    built,
    isCareless: true,
    workersOf: () => 1,
    prepare: migrate,
  })
  const rows: string[] = []
  const left = [...scenes.entries()]
  const playOn = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [nth, scene] = next
      const began = performance.now()
      rows[nth] = rowOf(scene, await play(ground.databaseUrl, nth, scene, seed))
      const minutes = (performance.now() - began) / 60_000
      console.log(`Played: ${scene.name} (${minutes.toFixed(1)} min)`)
    }
  }
  try {
    await Promise.all(Array.from({ length: beside }, playOn))
    console.log(
      '\n| who guesses, 100 times a second | kept out of 20,000, by carrier | median, longest | never in | phones that were in before | PINs tried an hour | phones opened an hour, PINs of 4 digits, of 6 |',
    )
    console.log('|---|---|---|---|---|---|---|')
    for (const row of rows) console.log(row)
  } finally {
    await ground.stop()
  }
}

/** Runs one scene on its own database. */
async function play(
  near: string,
  nth: number,
  scene: GuessingScene,
  seed: number,
): Promise<GuessingOutcome> {
  const name = `scene_${nth}`
  const admin = openDatabase({ url: near, connections: 1 })
  await sql`create database ${sql.ref(name)}`.execute(admin.primary)
  await admin.close()
  const url = new URL(near)
  url.pathname = `/${name}`
  await migrate(url.href)
  const database = openDatabase({ url: url.href, connections: 2 })
  try {
    return await guess(database, scene, seed)
  } finally {
    await database.close()
  }
}

function rowOf({ name, minutes }: GuessingScene, outcome: GuessingOutcome): string {
  const anHour = (count: number) => (count * 60) / minutes
  const tried = anHour(outcome.tried)
  const cells = [
    name,
    outcome.keptOut.join(', '),
    `${outcome.median.toFixed(0)} min, ${outcome.longest.toFixed(0)} min`,
    outcome.neverIn,
    outcome.knownKeptOut,
    tried.toLocaleString('en'),
    `${anHour(outcome.opened)}, ${(tried / 1e6).toFixed(2)}`,
  ]
  return `| ${cells.join(' | ')} |`
}
