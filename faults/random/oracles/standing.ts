import type { Question } from '#features/forms/contract.ts'
import type { At } from '../map.ts'
import {
  type Chosen,
  type Fact,
  type FactSlot,
  type Person,
  type Saying,
  stationName,
} from '../world.ts'
import { asText } from './said.ts'
import type { Aside, Stored } from './stored.ts'

/** The effect of something that was said, at one station. */
export type Effect = {
  readonly stationId: number
  /** `question 12`, or a fact. */
  readonly slot: string
  readonly value: string
  readonly isCertain: boolean
  /** The question as the phone showed it: for an item kept once for several submissions, each time. */
  readonly shown?: readonly Question[]
}

/** Acknowledged, and neither at a station nor unplaced. */
export type Missing = { readonly slot: string; readonly saying: Saying | Fact }

export const nothing = '[]'
/** Moments are stored in milliseconds, and two clocks of one machine may round differently. */
const roundingMs = 2

type Found = { readonly effects: Effect[]; readonly missing: Missing[] }

/** The effects of all that one observer said, in order. */
export function effectsOf(person: Person, stored: Stored): Found {
  const own = stored.asides.filter(({ observerId }) => observerId === person.id)
  const { sayings, facts } = person
  const answered = sayings.map((saying, nth) => answerOf(saying, { sayings, nth }, own, stored))
  const found = [
    ...answered.map((one, nth) => ({ ...one, effects: tied(one.effects, nth, sayings, answered) })),
    ...facts.map((fact) => factOf(fact, own, stored)),
  ]
  return {
    effects: found.flatMap(({ effects }) => effects),
    missing: found.flatMap(({ missing }) => missing),
  }
}

/**
 * One report may answer a question for two stations. Once the one it did not know is placed at the other, both were
 * said at one moment: nothing keeps their order in the report, so either may stand.
 */
function tied(
  effects: readonly Effect[],
  nth: number,
  sayings: readonly Saying[],
  answered: readonly Found[],
): Effect[] {
  const earlier = answered
    .slice(0, nth)
    .flatMap((one, before) => (sayings[before]?.from === sayings[nth]?.from ? one.effects : []))
  const isTied = ({ stationId, slot }: Effect) =>
    earlier.some((one) => one.stationId === stationId && one.slot === slot)
  return effects.map((one) => ({ ...one, isCertain: one.isCertain && !isTied(one) }))
}

function answerOf(
  saying: Saying,
  { sayings, nth }: { readonly sayings: readonly Saying[]; readonly nth: number },
  own: readonly Aside[],
  stored: Stored,
): Found {
  const slot = `question ${saying.questionId}`
  const before = sayings.slice(0, nth)
  const asides = asidesOf(saying, before, own)
  const aside = asides.at(-1)
  const effect = aside ? placedEffect(saying, aside, stored) : plainEffect(saying, stored)
  const earlier = asides.slice(0, -1).map((one) => placedEffect(saying, one, stored))
  const isBoth = asides.some((one) => mayHaveBoth(saying.at, one, stored))
  const perhaps = [isBoth ? plainEffect(saying, stored) : undefined, ...earlier]
  const isMissing = !effect && !aside && isOwed(saying, before)
  const shown = (aside ? sayings.slice(nth).filter((one) => isSame(one, saying)) : [saying]).map(
    (one) => one.shown,
  )
  return {
    effects: [...perhaps.map((one) => one && { ...one, isCertain: false }), effect].flatMap(
      (one) => (one ? [{ ...one, slot, shown }] : []),
    ),
    missing: isMissing ? [{ slot, saying }] : [],
  }
}

/** Was it unplaced? It is at no station until staff place it. */
export function wasAside({ id, sayings }: Person, saying: Saying, { asides }: Stored): boolean {
  const own = asides.filter(({ observerId }) => observerId === id)
  const before = sayings.filter(({ from }) => from < saying.from)
  return asidesOf(saying, before, own).length > 0
}

/**
 * What is unplaced of a saying, the last try last: one that was tried before its station was added, and again
 * afterwards, may be so twice, for two reasons.
 */
function asidesOf(saying: Saying, before: readonly Saying[], own: readonly Aside[]) {
  const found = own.filter((row) => isOf(saying, row))
  const repeated = found.length > 0 ? undefined : repeatedAside(saying, before, own)
  return repeated ? [repeated] : found
}

/**
 * What the server may have heard last of this question there: the last that was acknowledged, or one that was sent
 * since without an answer.
 */
function perhapsLast({ questionId, at }: Saying, before: readonly Saying[]): readonly Saying[] {
  const same = before.filter(
    (one) => one.questionId === questionId && stationName(one.at) === stationName(at),
  )
  const from = same.findLastIndex(({ isCertain }) => isCertain)
  return same.slice(Math.max(from, 0))
}

/** A retry of an unplaced item is kept once, and counts from when it was last said. */
function repeatedAside(saying: Saying, before: readonly Saying[], own: readonly Aside[]) {
  const last = perhapsLast(saying, before)
  if (last.some((one) => isSame(one, saying)))
    return before
      .filter((one) => isSame(one, saying))
      .flatMap((one) => own.filter((row) => isOf(one, row)))
      .at(-1)
  // Of an answer with an unknown option only that option is unplaced: the rest may have been changed
  // meanwhile.
  return before
    .flatMap((one) => own.filter((row) => row.reason === 'no-such-option' && isOf(one, row)))
    .findLast((row) => last.some((one) => saysAllOf(one, row)) && saysAllOf(saying, row))
}

const saysAllOf = ({ questionId, chosen, at }: Saying, { sent }: Aside) =>
  sent.questionId === questionId &&
  nameOf(sent) === stationName(at) &&
  sent.options.every(({ optionId, value }) =>
    chosen.some((one) => one.optionId === optionId && one.value === (value ?? null)),
  )

/** Tried twice while its county had another code, it may be unplaced and at its station as well. */
export const mayHaveBoth = (at: At, { reason }: Aside, { stations }: Stored) =>
  reason === 'no-such-station' && stations.has(stationName(at))

const isSame = (one: Saying, other: Saying) =>
  one.questionId === other.questionId &&
  stationName(one.at) === stationName(other.at) &&
  asText(one.chosen) === asText(other.chosen)

function factOf(fact: Fact, own: readonly Aside[], stored: Stored): Found {
  const { slot, isCertain } = fact
  const value = String(fact.value)
  const aside = own.find((row) => isFactOf(fact, row))
  const there = stored.stations.get(stationName(fact.at))
  const placed = aside?.isPlaced ? aside.stationId : undefined
  const effects: Effect[] = []
  if (there !== undefined && (!aside || mayHaveBoth(fact.at, aside, stored)))
    effects.push({ stationId: there, slot, value, isCertain: isCertain && !aside })
  if (placed != null) effects.push({ stationId: placed, slot, value, isCertain: true })
  const isMissing = effects.length === 0 && !aside && isCertain
  return { effects, missing: isMissing ? [{ slot, saying: fact }] : [] }
}

/** Was something certainly said that does not repeat what was said just before? */
function isOwed(saying: Saying, before: readonly Saying[]): boolean {
  const isAgain = perhapsLast(saying, before).some(
    (one) => asText(one.chosen) === asText(saying.chosen),
  )
  return saying.isCertain && saying.chosen.length > 0 && !isAgain
}

function isOf({ at, questionId, chosen, from, to }: Saying, row: Aside): boolean {
  const { sent, kind, receivedAt } = row
  const isThen = receivedAt >= from - roundingMs && receivedAt <= to + roundingMs
  const said = new Set(chosen.map(({ optionId }) => optionId))
  return (
    kind === 'answer' &&
    isThen &&
    sent.questionId === questionId &&
    nameOf(sent) === stationName(at) &&
    sent.options.every(({ optionId }) => said.has(optionId))
  )
}

const nameOf = ({ countyCode, municipalityCode, pollingStationNumber }: Aside['sent']) =>
  stationName({
    countyCode,
    pollingStationNumber,
    ...(municipalityCode && { municipalityCode }),
  })

const isFactOf = ({ slot, value }: Fact, { kind, sent }: Aside) =>
  kind === 'station-info' && saidOf[slot](sent) === saidAs[slot](value)

type AsideContent = Aside['sent']

/** The part of a phone's fact that identifies it among all others. */
const saidOf: Readonly<Record<FactSlot, (sent: AsideContent) => unknown>> = {
  arrival: (sent) => sent.numberOfVotersOnTheList,
  members: (sent) => sent.numberOfCommissionMembers,
  leaving: (sent) => sent.observerLeaveTime,
}
export const saidAs = {
  arrival: (value: number) => value,
  members: (value: number) => value,
  leaving: (value: number) => new Date(Date.UTC(2026, 10, 22, 4, value)).toISOString(),
} as const satisfies Readonly<Record<FactSlot, (value: number) => unknown>>

function plainEffect({ at, chosen, isCertain }: Saying, { stations }: Stored) {
  const stationId = stations.get(stationName(at))
  return stationId === undefined ? undefined : { stationId, value: asText(chosen), isCertain }
}

/** An unplaced item, wholly or in part: before it is placed only the part that had its place counts. */
function placedEffect(saying: Saying, row: Aside, stored: Stored) {
  const chosen = chosenOf(saying, row, stored)
  const named = stored.stations.get(stationName(saying.at))
  const stationId = row.isPlaced ? row.stationId : named
  if (!chosen || stationId == null) return undefined
  return { stationId, value: asText(chosen), isCertain: true }
}

function chosenOf(saying: Saying, row: Aside, { options }: Stored): readonly Chosen[] | undefined {
  const { chosen, questionId } = saying
  const aside = new Set(row.sent.options.map(({ optionId }) => optionId))
  const isKnown = ({ optionId }: Chosen) => options.get(optionId)?.questionId === questionId
  const beside = chosen.filter((one) =>
    row.reason === 'no-such-option' ? !aside.has(one.optionId) : isKnown(one),
  )
  if (!row.isPlaced) {
    const hasPlace = row.reason === 'no-such-option' && beside.length > 0
    return hasPlace ? beside : undefined
  }
  const { optionId } = row
  if (optionId === null) return chosen
  const kept = row.sent.options.map((one) => ({ ...one, value: one.value ?? null }))
  const same = kept.find((one) => one.optionId === optionId)
  const meant = same ?? kept.find((one) => !isKnown(one) && one.value)
  const substitute = { optionId, value: meant?.value ?? null }
  const isSingle = [1, 2].includes(options.get(optionId)?.type ?? 0)
  return isSingle ? [substitute] : [...beside, substitute]
}

/** The possible current values after all of this: what was not acknowledged may have happened or not. */
export function mayStand(said: readonly Pick<Effect, 'value' | 'isCertain'>[]): string[] {
  const values: string[] = []
  for (const { value, isCertain } of said.toReversed()) {
    values.push(value)
    if (isCertain) return values
  }
  return [...values, nothing]
}
