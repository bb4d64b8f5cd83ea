import type { Tx } from '#database/open.ts'
import type { ObserverActor, Scope } from '#kit/contract/who.ts'
import { recordingOf } from '#kit/server/history/history.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import { announce } from '#kit/server/live/announce.ts'
import { type StationInfoDraft, stationInfoReceived } from '../contract.ts'
import { type Facts, factsIn, isSame, type TakenFacts, takeFacts } from '../domain.ts'
import {
  getInfoOfVisit,
  listInfos,
  rowOf,
  updateFactsSaid,
  updateInfo,
  updateInfos,
} from './info-queries.ts'
import type { LockedVisit } from './queries.ts'

/** An observer's report on its way in. */
export type IncomingReport = {
  readonly db: Tx
  readonly who: ObserverActor
  /** When it was said. */
  readonly now: Date
  /** The unplaced item it was kept as, if it finds its place only now. */
  readonly unplacedId?: number
}

/** Stores an observer's station info; each fact replaces its former value. */
export async function storeInfo(
  call: IncomingReport,
  visit: LockedVisit,
  draft: Partial<StationInfoDraft>,
): Promise<TakenFacts> {
  const { db, who, now, unplacedId = 0 } = call
  const before = await getInfoOfVisit(db, who.scope, visit.id)
  const reported = factsIn(draft, who.timezone)
  const after = takeFacts(before, reported, { at: now, unplacedId })
  // A retry changes nothing but the moment, and leaves no second line in history.
  if (before.factsAt !== null && isSame(before.facts, after.facts)) {
    if (!isSame(before.said, after.said)) await updateFactsSaid(db, who.scope, visit.id, after.said)
  } else {
    await updateInfo(db, who.scope, visit.id, after, now)
    await recordInfo(call, visit, before.facts, after.facts)
  }
  return after
}

/** Station info of several visits, each once. */
export type ManyInfos = readonly {
  readonly who: ObserverActor
  readonly now: Date
  readonly visit: LockedVisit
  readonly draft: Partial<StationInfoDraft>
}[]

/**
 * The same for many visits in few statements, for whoever fills an election with what happened. Nobody watches
 * meanwhile: nothing is announced.
 */
export async function storeInfos(tx: Tx, scope: Scope, many: ManyInfos): Promise<void> {
  const known = await listInfos(
    tx,
    scope,
    many.map(({ visit }) => visit.id),
  )
  const taken = many.flatMap(({ who, now, visit, draft }) => {
    const before = known.get(visit.id)
    if (!before) return []
    const after = takeFacts(before, factsIn(draft, who.timezone), { at: now, unplacedId: 0 })
    return [{ who, now, visit, before, after }]
  })
  await updateInfos(
    tx,
    scope,
    taken.map(({ now, visit, after }) => ({ ...after, visitId: visit.id, now })),
  )
  const lines = taken.map(({ who, now, visit, before, after }) => {
    const [was, is] = linesOf(visit, before.facts, after.facts)
    return { at: now, actor: who, subjectId: visit.id, before: was, after: is }
  })
  const told = { electionId: scope.electionId, role: 'observer', act: 'visits.reported' }
  await recordingOf({ ...told, subject: 'visits' }, lines).execute(tx)
}

/** The place is on both sides: it is no difference, and lets the row be replayed from history. */
const linesOf = ({ pollingStationId }: LockedVisit, before: Facts, after: Facts) =>
  [before, after].map((facts) => ({ ...rowOf(facts), pollingStationId }))

/** Records it in history and announces it to open screens. */
async function recordInfo(call: IncomingReport, visit: LockedVisit, before: Facts, after: Facts) {
  const { db, who } = call
  const act = { act: 'visits.reported', subject: 'visits', subjectId: visit.id }
  const { pollingStationId, countyId } = visit
  const [was, is] = linesOf(visit, before, after)
  await recordBy(call, { ...act, before: was, after: is })
  const audience = { electionId: who.scope.electionId, ngoId: who.ngoId, countyId }
  const payload = { observerId: who.id, pollingStationId, countyId }
  await announce(db, stationInfoReceived, audience, payload)
}
