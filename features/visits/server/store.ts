import type { Tx } from '#database/open.ts'
import { readMoment } from '#kit/contract/instant.ts'
import type { ObserverActor } from '#kit/contract/who.ts'
import { announce } from '#kit/server/announce.ts'
import { recordBy } from '#kit/server/tell.ts'
import {
  type Leaving,
  StationFacts,
  type StationInfoDraft,
  stationInfoReceived,
} from '../contract.ts'
import {
  getInfoOfVisit,
  type LockedVisit,
  type StationInfoChange,
  updateInfo,
  updateLeft,
} from './queries.ts'

/** Something an observer sent, on its way in. */
export type Arriving = {
  readonly db: Tx
  readonly who: ObserverActor
  /** When it was received. */
  readonly now: Date
  /** It was received earlier and only now finds its place: what was said since then stands. */
  readonly isLate?: true
}

/** Stores what an observer says of a station on arriving; it replaces what was said before. */
export async function storeInfo(
  call: Arriving,
  visit: LockedVisit,
  draft: StationInfoDraft,
): Promise<void> {
  const { db, who, now } = call
  const { factsAt, ...before } = await getInfoOfVisit(db, who.scope, visit.id)
  if (isOutdated(call, factsAt)) return
  const after = changeOf(draft, who.timezone, before.leftAt)
  // A phone that sends again changes nothing, and leaves no second trace.
  if (sameInfo(before, after)) return
  await updateInfo(db, who.scope, visit.id, after, now)
  await tellInfo(call, visit, before, after)
}

/** Stores that an observer left; whatever else was said of the station stays. */
export async function storeLeaving(
  call: Arriving,
  visit: LockedVisit,
  { observerLeaveTime }: Leaving,
): Promise<void> {
  const { db, who, now } = call
  const leftAt = readMoment(observerLeaveTime, who.timezone)
  const { factsAt, leftAt: before } = await getInfoOfVisit(db, who.scope, visit.id)
  if (isOutdated(call, factsAt) || before?.getTime() === leftAt.getTime()) return
  await updateLeft(db, who.scope, visit.id, leftAt, now)
  await tellInfo(call, visit, { leftAt: before }, { leftAt })
}

const isOutdated = ({ now, isLate }: Arriving, factsAt: Date | null) =>
  isLate === true && factsAt !== null && factsAt > now

const sameInfo = (
  { facts, ...before }: Omit<StationInfoChange, 'facts'> & { facts: unknown },
  after: StationInfoChange,
) =>
  facts !== null &&
  JSON.stringify({ ...before, facts: StationFacts.parse(facts) }) === JSON.stringify(after)

/** History and the open screens hear of it. */
async function tellInfo(call: Arriving, visit: LockedVisit, before: unknown, after: unknown) {
  const { db, who } = call
  const act = { act: 'visits.reported', subject: 'visits', subjectId: visit.id }
  await recordBy(call, { ...act, before, after })
  const { pollingStationId, countyId } = visit
  const audience = { electionId: who.scope.electionId, ngoId: who.ngoId, countyId }
  await announce(db, stationInfoReceived, audience, { observerId: who.id, pollingStationId })
}

function changeOf(
  draft: StationInfoDraft,
  timezone: string,
  leftBefore: Date | null,
): StationInfoChange {
  const at = (said: string | null | undefined) => (said ? readMoment(said, timezone) : null)
  return {
    arrivedAt: at(draft.observerArrivalTime),
    // Generation C never sends it here: what was said of leaving before still holds.
    leftAt: draft.observerLeaveTime === undefined ? leftBefore : at(draft.observerLeaveTime),
    isUrbanArea: draft.urbanArea ?? null,
    isPresidentFemale: draft.isPollingStationPresidentFemale ?? null,
    facts: StationFacts.parse(draft),
  }
}
