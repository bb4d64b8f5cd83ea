import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '#kit/contract/problem.ts'
import { reasonOf } from '../../server/refusal.ts'
import type { Manner } from '../day/manner.ts'
import {
  arrive,
  type Credentials,
  leave,
  type ObserverPost,
  type Phone,
  type RandomSource,
  remark,
  report,
  signIn,
} from '../rehearsal.ts'
import type { Part, Stay } from './part.ts'

/** How often an observer sends something, in milliseconds, on average. */
const paceMs = 20_000

/** The counts so far. */
export type Tally = {
  signedIn: number
  reports: number
  slowestMs: number
  /** How observers have kept to the plan so far, by phone. */
  readonly manners: Map<string, Manner>
  /** How many observers gave up, by reason. */
  readonly refused: Map<string, number>
}

export type Evening = {
  readonly phone: Phone
  readonly signal: AbortSignal
  readonly tally: Tally
}

/** An observer, what they do, and when they sign in. */
export type Person = {
  readonly own: Credentials
  readonly part: Part
  readonly signsInAt: number
  readonly chance: RandomSource
}

/** One observer's evening: sign in, and at each station arrive, and then now and then a report or a note. */
export async function observe(evening: Evening, person: Person): Promise<void> {
  const { tally } = evening
  try {
    await (person.part.manner === 'absent' ? stayAway : followPart)(evening, person)
  } catch (error) {
    const reason = error instanceof Problem ? error.code : reasonOf(error)
    tally.refused.set(reason, (tally.refused.get(reason) ?? 0) + 1)
  }
}

/** An absence is counted at the time of the planned arrival. */
async function stayAway(evening: Evening, { own, part: { manner, stays } }: Person): Promise<void> {
  await waitUntil(stays[0]?.arrivesAt ?? 0, evening)
  if (!evening.signal.aborted) evening.tally.manners.set(own.phone, manner)
}

/** Plays the whole part, even if a slow server takes longer than the evening: a seed always gives the same events. */
async function followPart(evening: Evening, person: Person): Promise<void> {
  const { phone, tally, signal } = evening
  const { own, signsInAt, part } = person
  await waitUntil(signsInAt, evening)
  if (signal.aborted) return
  const session = await signIn(phone, own)
  tally.signedIn += 1
  for (const stay of part.stays) {
    await waitUntil(stay.arrivesAt, evening)
    if (signal.aborted) return
    await stayAt({ ...session, station: stay.station }, stay, evening, person)
  }
  if (part.manner === 'falls silent' && !signal.aborted) tally.manners.set(own.phone, part.manner)
}

/** They arrive, report at once and then now and then, and leave. */
async function stayAt(
  post: ObserverPost,
  { until, isLeft }: Stay,
  evening: Evening,
  { own, part, chance }: Person,
): Promise<void> {
  const { phone, tally, signal } = evening
  await arrive(phone, post, new Date(), chance)
  if (part.manner !== 'falls silent') tally.manners.set(own.phone, part.manner)
  while (!signal.aborted && Date.now() < until) {
    const started = performance.now()
    await (chance() < 0.85 ? report(phone, post, chance) : remark(phone, post, chance))
    tally.reports += 1
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - started)
    await waitUntil(Math.min(until, Date.now() + chance() * 2 * paceMs), evening)
  }
  if (isLeft && !signal.aborted) await leave(phone, post, new Date())
}

/** Waits until then, or until the evening is ended early. */
const waitUntil = (at: number, { signal }: Evening) =>
  wait(Math.max(0, at - Date.now()), undefined, { signal }).catch(() => undefined)
