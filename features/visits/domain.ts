import { readMoment } from '#kit/contract/value/instant.ts'
import { StationFacts, type StationInfo, type StationInfoDraft } from './contract.ts'

/**
 * When something was said. One observer's reports are serialised, and unplaced items are numbered in order of
 * arrival: so these two give the order even within one millisecond, in which what was sent to its own place
 * comes first.
 */
export type ReportMoment = {
  readonly at: Date
  /** The unplaced item it was kept as; 0: it was sent to its own place. */
  readonly unplacedId: number
}

/** Is this said later than the other? What was never said is earlier than anything. */
export const isLater = (one: ReportMoment, other: ReportMoment | undefined): boolean =>
  other === undefined ||
  one.at.getTime() > other.at.getTime() ||
  (one.at.getTime() === other.at.getTime() && one.unplacedId > other.unplacedId)

/** The same as it is stored beside the value. */
export type FactMoment = ReportMoment & {
  /**
   * It was sent to its own place as well, by a clock that was no later than that of the placed report: the
   * moment is the other's, and the value is also its own.
   */
  readonly sentAt?: Date | undefined
}

/** The facts of a station, by their names on the wire. */
export type Facts = Omit<StationInfo, 'lastModified'>
export type FactName = keyof Facts

/** When each fact was last said; one that never was is missing. */
export type FactMoments = Partial<Readonly<Record<FactName, FactMoment>>>

export const nothingSaid: Facts = {
  observerArrivalTime: null,
  observerLeaveTime: null,
  urbanArea: null,
  isPollingStationPresidentFemale: null,
  numberOfVotersOnTheList: null,
  numberOfCommissionMembers: null,
  numberOfFemaleMembers: null,
  minPresentMembers: null,
  chairmanPresence: null,
  singlePollingStationOrCommission: null,
  adequatePollingStationSize: null,
}

const factNames = Object.keys(nothingSaid) as FactName[]

/**
 * The facts in a report: one that it leaves out is not changed; one that is empty is cleared. So the time of
 * leaving, which one generation of phones never mentions when it sends the rest, stays.
 */
export function factsIn(draft: Partial<StationInfoDraft>, timezone: string): Partial<Facts> {
  const at = (said: string | null) => (said ? readMoment(said, timezone) : null)
  const { observerArrivalTime: arrival, observerLeaveTime: leaving, urbanArea } = draft
  const { isPollingStationPresidentFemale } = draft
  const said = {
    ...(arrival !== undefined && { observerArrivalTime: at(arrival) }),
    ...(leaving !== undefined && { observerLeaveTime: at(leaving) }),
    ...(urbanArea !== undefined && { urbanArea }),
    ...(isPollingStationPresidentFemale !== undefined && { isPollingStationPresidentFemale }),
    ...StationFacts.parse(draft),
  }
  // Values the schema calls possibly undefined are absent here.
  return said as Partial<Facts>
}

/** The result of applying a report's facts to a visit. */
export type TakenFacts = {
  readonly facts: Facts
  readonly said: FactMoments
  /** The parts that were superseded, and when. */
  readonly superseded: readonly { readonly what: FactName; readonly saidAt: Date }[]
}

/**
 * Applies a report's facts, one by one. Each is compared with when that fact was last said: a later leaving
 * says nothing of the arrival. What a phone sends to the station is always applied, because the clocks of two
 * servers may differ; an unplaced item only as far as nothing newer is known.
 */
export function takeFacts(
  before: { readonly facts: Facts; readonly said: FactMoments },
  reported: Partial<Facts>,
  saying: ReportMoment,
): TakenFacts {
  const names = factNames.filter((name) => name in reported)
  const isTaken = (name: FactName) => saying.unplacedId === 0 || isLater(saying, before.said[name])
  const taken = names.filter(isTaken)
  const newest = (name: FactName): FactMoment => {
    const was = before.said[name]
    if (!was || !isLater(was, saying)) return saying
    return was.unplacedId === 0 ? was : { ...was, sentAt: saying.at }
  }
  return {
    facts: { ...before.facts, ...Object.fromEntries(taken.map((name) => [name, reported[name]])) },
    said: { ...before.said, ...Object.fromEntries(taken.map((name) => [name, newest(name)])) },
    superseded: names.flatMap((what) => {
      const was = before.said[what]
      return isTaken(what) || !was ? [] : [{ what, saidAt: was.at }]
    }),
  }
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Which facts a report mentions, as it was sent. */
export const factsNamed = (sent: unknown): FactName[] =>
  factNames.filter((name) => typeof sent === 'object' && sent !== null && name in sent)

/** The subject names in anything a phone sends. */
type NamedSubject = {
  readonly countyCode?: string
  readonly municipalityCode?: string | null
  readonly pollingStationNumber?: number
  readonly questionId?: number
}

/**
 * The subject of an unplaced item: the station as it is named, and the question. A note replaces nothing, so
 * it is its own subject. (A migration computed the same for earlier rows.)
 */
export function subjectOf(kind: string, sent: unknown, digest: string): string {
  const { countyCode, municipalityCode, pollingStationNumber, questionId } = sent as NamedSubject
  const place = [countyCode ?? '', municipalityCode ?? '', String(pollingStationNumber)]
  const rest = kind === 'answer' ? [String(questionId)] : kind === 'note' ? [digest] : []
  return [kind, ...place, ...rest].join('\u001f')
}

/** The sequence without items that repeat the one before. */
export const withoutRepetition = <S extends { readonly digest: string }>(said: readonly S[]): S[] =>
  said.filter(({ digest }, place) => digest !== said[place - 1]?.digest)

/**
 * How many items of one call repeat the last kept ones: as many as the kept ones end with. Unless something
 * else was said since: then they are new.
 * @param kept what was kept of the same subject, newest last.
 */
export function repeatedOf(
  kept: readonly { readonly digest: string; readonly isFollowed: boolean }[],
  said: readonly { readonly digest: string }[],
): number {
  if (kept.at(-1)?.isFollowed !== false) return 0
  for (let length = Math.min(kept.length, said.length); length > 0; length--) {
    const ending = kept.slice(-length)
    if (ending.every(({ digest }, place) => digest === said[place]?.digest)) return length
  }
  return 0
}
