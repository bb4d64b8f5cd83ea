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

/** The effect of a submission at one station. */
export type Effect = {
  readonly stationId: number
  /** `question 12`, or a fact. */
  readonly slot: string
  readonly value: string
  readonly isCertain: boolean
  /** The question as the phone showed it, once for each submission that an item was kept for. */
  readonly shown?: readonly Question[]
}

/** Acknowledged, but neither at a station nor unplaced. */
export type Missing = { readonly slot: string; readonly saying: Saying | Fact }

export const nothing = '[]'
/** Times are stored in milliseconds, and two processes may round them differently. */
const roundingMs = 2

type Found = { readonly effects: Effect[]; readonly missing: Missing[] }

/** The effects of all submissions of one observer, in order. */
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
 * One report may answer a question for two stations. Once the answer for the unknown station is placed at the other
 * one, both have the same time: their order in the report is not stored, so either may count.
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
 * The unplaced items of an answer, in the order of its attempts. An answer sent before its station was added, and
 * again afterwards, may have two items with different reasons.
 */
function asidesOf(saying: Saying, before: readonly Saying[], own: readonly Aside[]) {
  const found = own.filter((row) => isOf(saying, row))
  const repeated = found.length > 0 ? undefined : repeatedAside(saying, before, own)
  return repeated ? [repeated] : found
}

/**
 * The answers to this question that the server may have received last: the last acknowledged one, and those sent
 * later without a reply.
 */
function perhapsLast({ questionId, at }: Saying, before: readonly Saying[]): readonly Saying[] {
  const same = before.filter(
    (one) => one.questionId === questionId && stationName(one.at) === stationName(at),
  )
  const from = same.findLastIndex(({ isCertain }) => isCertain)
  return same.slice(Math.max(from, 0))
}

/** A retry of an unplaced item is kept once, and counts from its last submission. */
function repeatedAside(saying: Saying, before: readonly Saying[], own: readonly Aside[]) {
  const last = perhapsLast(saying, before)
  if (last.some((one) => isSame(one, saying)))
    return before
      .filter((one) => isSame(one, saying))
      .flatMap((one) => own.filter((row) => isOf(one, row)))
      .at(-1)
  // Only the unknown option of an answer is unplaced: the observer may have changed the rest meanwhile.
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

/** A retry while the county has another code may be both unplaced and at its station. */
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

/** Whether an answer was certainly sent and does not repeat the one before. */
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

/** The part of a fact that identifies it. */
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

/** The effect of an answer with an unplaced part: until that is placed, only the other part counts. */
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

/** The possible current values: the server may or may not have stored unacknowledged answers. */
export function mayCount(said: readonly Pick<Effect, 'value' | 'isCertain'>[]): string[] {
  const values: string[] = []
  for (const { value, isCertain } of said.toReversed()) {
    values.push(value)
    if (isCertain) return values
  }
  return [...values, nothing]
}
