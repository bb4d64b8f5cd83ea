import type { Tx } from '#database/open.ts'
import { findKnown } from '#features/forms/server/queries.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import { lockVisits } from '#features/visits/server/queries.ts'
import type { Arriving } from '#features/visits/server/store.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/id.ts'
import { announce } from '#kit/server/live.ts'
import { answersReceived } from '../contract.ts'
import { compare, type PlacedDraft, type Settled, settle } from '../domain.ts'
import { listStored, type StoredChoice, type VisitChange, writeReport } from './report-queries.ts'

/** Reads answers against what was published; nothing is stored yet. */
export async function readReport(
  tx: Tx,
  electionId: Id<'elections'>,
  placed: readonly PlacedDraft[],
): Promise<ReturnType<typeof settle>> {
  const { options, questions } = await findKnown(
    tx,
    electionId,
    placed.map(({ draft }) => draft.questionId),
    placed.flatMap(({ draft }) => draft.options.map(({ optionId }) => optionId)),
  )
  return settle(placed, options, questions)
}

/** Stores what an observer now says at the stations; what is stored like that already is left alone. */
export async function storeReport(
  call: Arriving,
  settled: readonly Settled[],
  stations: readonly PlacedStation[],
): Promise<void> {
  const { db, who, now } = call
  const { electionId } = who.scope
  const named = new Set(settled.map(({ stationId }) => stationId))
  const changes = await changesOf(
    call,
    settled,
    stations.filter(({ id }) => named.has(id)),
  )
  if (changes.length === 0) return
  await writeReport(db, who, changes, now)
  for (const { pollingStationId, put } of changes) {
    const flagged = put.some(({ isFlagged }) => isFlagged)
    const payload = { observerId: who.id, pollingStationId, flagged }
    await announce(db, answersReceived, { electionId, ngoId: who.ngoId }, payload)
  }
}

/** Visit by visit, what differs from what is stored; visits on which nothing does are left out. */
async function changesOf(
  call: Arriving,
  settled: readonly Settled[],
  stations: readonly PlacedStation[],
): Promise<VisitChange[]> {
  if (stations.length === 0) return []
  const { db, who, now } = call
  const said = groupBy(settled, ({ stationId }) => stationId)
  const visits = await lockVisits(db, who, stations, now)
  const asked = visits.flatMap(({ id, pollingStationId }) =>
    (said.get(pollingStationId) ?? []).map(({ questionId }) => ({ visitId: id, questionId })),
  )
  const stored = groupBy(await listStored(db, who.scope, asked), ({ visitId }) => visitId)
  return visits
    .map(({ id: visitId, pollingStationId }) => {
      const outdated = answeredSince(call, stored.get(visitId) ?? [])
      const before = (stored.get(visitId) ?? []).filter((one) => !outdated.has(one.questionId))
      const saying = (said.get(pollingStationId) ?? []).filter(
        (one) => !outdated.has(one.questionId),
      )
      return { visitId, pollingStationId, stored: before, ...compare(before, saying) }
    })
    .filter(({ gone, put }) => gone.length > 0 || put.length > 0)
}

/**
 * The questions that were answered after a report that only now finds its place. A phone's own
 * report is never compared by time: the clocks of two servers may differ.
 */
const answeredSince = ({ now, isLate }: Arriving, stored: readonly StoredChoice[]) =>
  new Set(
    stored
      .filter(({ receivedAt }) => isLate === true && receivedAt > now)
      .map(({ questionId }) => questionId),
  )
