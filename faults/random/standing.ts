import type { Question } from '#features/forms/contract.ts'
import { asText } from './said.ts'
import type { Aside, Stored } from './stored.ts'
import { type Chosen, type Fact, type Person, type Saying, stationName } from './world.ts'

/** What something that was said comes to, at one station. */
export type Effect = {
  readonly stationId: number
  /** `question 12`, `arrival` or `leaving`. */
  readonly slot: string
  readonly value: string
  readonly isCertain: boolean
  /** The question as the phone showed it, and what was chosen of it. */
  readonly shown?: Question
}

/** Acknowledged, and neither at a station nor aside. */
export type Missing = { readonly slot: string; readonly saying: Saying | Fact }

export const nothing = '[]'
/** A moment is kept in milliseconds, and two clocks of one machine may round it differently. */
const roundingMs = 2

type Found = { readonly effects: Effect[]; readonly missing: Missing[] }

/** What all that one observer said comes to, in the order in which it was said. */
export function effectsOf(person: Person, stored: Stored): Found {
  const own = stored.asides.filter(({ observerId }) => observerId === person.id)
  const { sayings, facts } = person
  const found = [
    ...sayings.map((saying, nth) => answerOf(saying, sayings.slice(0, nth), own, stored)),
    ...facts.map((fact) => factOf(fact, own, stored)),
  ]
  return {
    effects: found.flatMap(({ effects }) => effects),
    missing: found.flatMap(({ missing }) => missing),
  }
}

function answerOf(
  saying: Saying,
  before: readonly Saying[],
  own: readonly Aside[],
  stored: Stored,
): Found {
  const slot = `question ${saying.questionId}`
  const aside = own.find((row) => isOf(saying, row))
  const effect = aside ? placedEffect(saying, aside, stored) : plainEffect(saying, stored)
  const isMissing = !effect && !aside && isOwed(saying, before)
  return {
    effects: effect ? [{ ...effect, slot }] : [],
    missing: isMissing ? [{ slot, saying }] : [],
  }
}

function factOf(fact: Fact, own: readonly Aside[], { stations }: Stored): Found {
  const { slot } = fact
  const aside = own.find((row) => isFactOf(fact, row))
  const placed = aside?.isPlaced ? aside.stationId : undefined
  const stationId = aside ? placed : stations.get(stationName(fact.at))
  const isCertain = fact.isCertain || aside !== undefined
  const isMissing = stationId == null && !aside && fact.isCertain
  return {
    effects: stationId == null ? [] : [{ stationId, slot, value: String(fact.value), isCertain }],
    missing: isMissing ? [{ slot, saying: fact }] : [],
  }
}

/** Was something said, for certain, that is not the same again as what was said just before? */
function isOwed({ at, questionId, chosen, isCertain }: Saying, before: readonly Saying[]): boolean {
  const last = before.findLast(
    (one) => one.questionId === questionId && stationName(one.at) === stationName(at),
  )
  const isAgain = last !== undefined && asText(last.chosen) === asText(chosen)
  return isCertain && chosen.length > 0 && !isAgain
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
  kind === 'station-info' &&
  (slot === 'arrival'
    ? sent.numberOfVotersOnTheList === value
    : sent.numberOfVotersOnTheList == null && sent.observerLeaveTime === minuteOf(value))

/** The moment that a leaving says, by which it is told from all others. */
export const minuteOf = (value: number) => new Date(Date.UTC(2026, 10, 22, 4, value)).toISOString()

function plainEffect({ at, chosen, isCertain, shown }: Saying, { stations }: Stored) {
  const stationId = stations.get(stationName(at))
  return stationId === undefined
    ? undefined
    : { stationId, value: asText(chosen), isCertain, shown }
}

/** Of what was kept aside, wholly or in part: nothing until it is placed but what had its place. */
function placedEffect(saying: Saying, row: Aside, stored: Stored) {
  const chosen = chosenOf(saying, row, stored)
  const named = stored.stations.get(stationName(saying.at))
  const stationId = row.isPlaced ? row.stationId : named
  if (!chosen || stationId == null) return undefined
  return { stationId, value: asText(chosen), isCertain: true, shown: saying.shown }
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

/** What may stand after all of this was said: what was not acknowledged may have happened or not. */
export function mayStand(said: readonly Pick<Effect, 'value' | 'isCertain'>[]): string[] {
  const values: string[] = []
  for (const { value, isCertain } of said.toReversed()) {
    values.push(value)
    if (isCertain) return values
  }
  return [...values, nothing]
}
