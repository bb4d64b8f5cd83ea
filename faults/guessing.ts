import { seededRandom } from '#apps/cli/rehearsal.ts'
import type { Database, Tx } from '#database/open.ts'
import { observerKey } from '#features/session/domain.ts'
import { attemptOf, forget, tryAtOnce } from '#features/session/server/sign-in/attempt.ts'
import { Problem } from '#kit/contract/problem.ts'
import { networksOf } from '#kit/server/http/address.ts'
import { openArrivals } from '#kit/server/security/arrivals.ts'

/** The parameters of a morning during which an attacker guesses PINs. */
export type GuessingScene = {
  readonly name: string
  readonly observers: number
  /**
   * How long observers sign in and the attacker guesses; locked-out observers have three quarters of an hour
   * more.
   */
  readonly minutes: number
  readonly guesser?: Guesser
}

export type Guesser = {
  /** After how many minutes the guessing begins. */
  readonly after: number
  readonly perSecond: number
  readonly addressOf: (nth: number) => string
  /** Which phones are tried: those of observers, or any number. */
  readonly knows: 'all phones' | 'no phone'
}

/** How many observers were locked out, how long, and what the attacker achieved. */
export type GuessingOutcome = {
  readonly observers: number
  /** Observers who had to wait at least once, for each carrier. */
  readonly keptOut: readonly number[]
  /** The longest wait, in minutes. */
  readonly longest: number
  readonly median: number
  readonly neverIn: number
  /** Observers on a known phone who had to wait. */
  readonly knownKeptOut: number
  /** Guessed PINs that were compared. */
  readonly tried: number
  /** Phones that would be opened if every PIN had four digits. */
  readonly opened: number
}

export const carriers = ['203.0.113.1', '203.0.113.2', '203.0.113.3'] as const
/** The probability of mistyping a PIN, for each attempt; the share of known phones. */
const mistyped = 0.03
const wereIn = 0.1
/** Seconds until people retry: after a wrong PIN, and after a lockout. */
const againSeconds = { wrong: 15, locked: 120 }

type Observer = {
  readonly phone: string
  readonly carrier: number
  readonly isKnown: boolean
  firstTry?: number
  wasKeptOut?: boolean
  in?: number
}

/**
 * Simulates a morning with the code that counts failures, on a database, with its own clock. It leaves out
 * only the server's queue, which lets through at most 80 guesses a second.
 */
export async function guess(
  database: Database,
  scene: GuessingScene,
  seed: number,
): Promise<GuessingOutcome> {
  const chance = seededRandom(seed)
  const people = peopleOf(scene, chance)
  const due = dueOf(scene, people, chance)
  const play = playing(people, chance)
  const { guesser = noGuesser, minutes } = scene
  for (const [second, observers] of due.entries()) {
    const isGuessed = second >= guesser.after * 60 && second < minutes * 60
    const guesses = isGuessed ? guesser.perSecond : 0
    const now = new Date(begin + second * 1000)
    const first = second * guesses
    if (guesses + observers.length === 0) continue
    await database.write(async (tx) => {
      for (const [observer, again] of await play.observeAll(tx, observers, now))
        due[second + again]?.push(observer)
      for (let nth = first; nth < first + guesses; nth++) await play.guess(tx, guesser, nth, now)
    })
  }
  return outcomeOf(people, play)
}

const begin = Date.parse('2026-11-22T04:00:00Z')
const noGuesser: Guesser = { after: 0, perSecond: 0, addressOf: () => '', knows: 'no phone' }

function peopleOf({ observers }: GuessingScene, chance: () => number): Observer[] {
  return Array.from({ length: observers }, (_, nth) => ({
    phone: `+407${String(20_000_000 + nth)}`,
    carrier: nth % carriers.length,
    isKnown: chance() < wereIn,
  }))
}

/** The observers who sign in, by second. */
function dueOf({ minutes }: GuessingScene, people: readonly Observer[], chance: () => number) {
  const due: Observer[][] = Array.from({ length: (minutes + 45) * 60 }, () => [])
  for (const one of people) due[Math.floor(chance() * minutes * 60)]?.push(one)
  return due
}

function playing(people: readonly Observer[], chance: () => number) {
  const arrivals = openArrivals()
  const done = { tried: 0, opened: new Set<string>() }
  type Trial = {
    phone: string
    address: string
    now: Date
    device?: string
    isRight: () => boolean
  }
  const attempt = async (
    tx: Tx,
    { phone, address, now, device, isRight }: Trial,
    name?: string,
  ) => {
    const account = observerKey(phone)
    const arrivalsFrom = (network: string) => arrivals.count(network, now)
    const trying = attemptOf({ account, address, now, device, arrivalsFrom })
    const proof = await tryAtOnce(tx, trying, name, async () => (isRight() ? phone : undefined))
    if (proof instanceof Problem) return proof
    await forget(tx, trying)
    for (const network of Object.values(networksOf(address))) arrivals.note(network, account, now)
    return undefined
  }
  const observe = async (tx: Tx, observer: Observer, now: Date) => {
    const { phone, carrier, isKnown } = observer
    observer.firstTry ??= now.getTime()
    const trial = { phone, address: carriers[carrier] ?? '', now }
    const isRight = () => chance() >= mistyped
    const device = isKnown ? { device: phone } : {}
    const problem = await attempt(tx, { ...trial, ...device, isRight }, phone)
    const isLocked = problem?.code === 'request.too-many'
    if (!problem) observer.in = now.getTime()
    if (isLocked) observer.wasKeptOut = true
    return problem && (isLocked ? againSeconds.locked : againSeconds.wrong)
  }
  return {
    done,
    /** Returns the observers who are not signed in, and in how many seconds they retry. */
    observeAll: async (tx: Tx, observers: readonly Observer[], now: Date) => {
      const left: [Observer, number][] = []
      for (const observer of observers) {
        const again = await observe(tx, observer, now)
        if (again) left.push([observer, again])
      }
      return left
    },
    guess: async (tx: Tx, { addressOf, knows }: Guesser, nth: number, now: Date) => {
      const one = knows === 'all phones' ? people[Math.floor(chance() * people.length)] : undefined
      const phone = one?.phone ?? `+407${String(Math.floor(chance() * 1e8)).padStart(8, '0')}`
      const isRight = () => {
        done.tried += 1
        const isOpened = one !== undefined && chance() < 1e-4
        if (isOpened) done.opened.add(phone)
        return isOpened
      }
      await attempt(tx, { phone, address: addressOf(nth), now, isRight }, one?.phone)
    },
  }
}

function outcomeOf(
  people: readonly Observer[],
  { done }: ReturnType<typeof playing>,
): GuessingOutcome {
  const keptOut = people.filter(({ wasKeptOut, isKnown }) => wasKeptOut && !isKnown)
  const minutes = keptOut
    .flatMap((one) => (one.in ? [(one.in - (one.firstTry ?? 0)) / 60_000] : []))
    .sort((one, other) => one - other)
  return {
    observers: people.length,
    keptOut: carriers.map((_, nth) => keptOut.filter(({ carrier }) => carrier === nth).length),
    longest: minutes.at(-1) ?? 0,
    median: minutes[Math.floor(minutes.length / 2)] ?? 0,
    neverIn: people.filter((one) => one.in === undefined).length,
    knownKeptOut: people.filter(({ wasKeptOut, isKnown }) => wasKeptOut && isKnown).length,
    tried: done.tried,
    opened: done.opened.size,
  }
}
