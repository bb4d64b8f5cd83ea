import { sql } from 'kysely'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { openGround } from './ground.ts'
import { carriers, type Guesser, guess, type Outcome, type Scene } from './guessing.ts'

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

const scenes: readonly Scene[] = [
  { name: 'nobody', ...morning },
  ...guessers.map(([name, guesser]) => ({
    name,
    ...morning,
    guesser: { after: 0, perSecond, ...guesser },
  })),
]

/** Prints for each way of guessing who is kept out, how long, and what it is good for. */
export async function guessAll(seed: number): Promise<void> {
  const ground = await openGround({ isCareless: false, workersOf: () => 1, prepare: migrate })
  const database = openDatabase({ url: ground.databaseUrl, connections: 2 })
  try {
    console.log(
      '| who guesses, 100 times a second | kept out of 20,000, by carrier | median, longest | never in | phones that were in before | PINs tried an hour | phones opened an hour, PINs of 4 digits, of 6 |',
    )
    console.log('|---|---|---|---|---|---|---|')
    for (const scene of scenes) {
      await database.write((tx) => sql`truncate sign_in_failures, refused_tries`.execute(tx))
      tell(scene, await guess(database, scene, seed))
    }
  } finally {
    await database.close()
    await ground.stop()
  }
}

function tell({ name, minutes }: Scene, outcome: Outcome): void {
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
  console.log(`| ${cells.join(' | ')} |`)
}
