import { lockObservers } from '#features/observers/server/write-queries.ts'
import { findObserverActor } from '#features/session/server/queries.ts'
import { unplacedChanged } from '#features/visits/contract.ts'
import type { Submission } from '#features/visits/domain.ts'
import { holdVisits } from '#features/visits/server/queries.ts'
import { listSubmissions } from '#features/visits/server/submission-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve, serveInSteps } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { type Kept, unplaced } from '../contract.ts'
import { keptWithout, outcomeOf } from '../placement-domain.ts'
import {
  listOfPlacing,
  listPlacedThere,
  type PlacedReport,
  updatePlaced,
} from './placed-queries.ts'
import { findStation, findUnplaced, type LockedUnplaced, lockUnplaced } from './queries.ts'
import { refold } from './refold-queries.ts'
import { settleUnplaced, unsettled } from './settle-queries.ts'
import { undoNote } from './undo-note-queries.ts'

type UndoCall = Pick<Call<typeof unplaced.unplace>, 'db' | 'who' | 'now'>

const record = changeRecorder('unplaced', unplacedChanged, 'everybody')

export function undoRoutes(server: Server): void {
  serve(server, unplaced.unplace, async (call) => {
    const row = await lockPlaced(call, call.params.id)
    if (!row) throw new Problem('thing.not-found')
    if (row.state !== 'placed') throw new Problem('unplaced.not-placed')
    if (!row.isOwn) throw new Problem('unplaced.stays-placed', { reason: 'named-elsewhere' })
    return { kept: await undo(call, row) }
  })

  serveInSteps(server, unplaced.undoPlacing, async ({ step, params }) => {
    const ids = await step(({ db, who }) => listOfPlacing(db, who.scope, params.id))
    const each: (readonly Kept[] | 'left' | undefined)[] = []
    for (const id of ids) each.push(await step((call) => undoOneOf(call, id, params.id)))
    const undone = each.filter((one) => one !== undefined && one !== 'left')
    const left = each.filter((one) => one === 'left').length
    return { undone: undone.length, kept: undone.flat(), left }
  })
}

/** Locks the report and its observer, who may be sending it again. */
async function lockPlaced({ db, who }: UndoCall, id: Id<'unplaced'>) {
  const named = await findUnplaced(db, who.scope, id)
  if (!named) return undefined
  await lockObservers(db, [named.observerId])
  return lockUnplaced(db, who.scope, id)
}

/** Undoes one report of a placing; undefined if it was undone or placed again since. */
async function undoOneOf(call: UndoCall, id: Id<'unplaced'>, placingId: Id<'placings'>) {
  const row = await lockPlaced(call, id)
  if (row?.placingId !== placingId) return undefined
  return row.isOwn ? undo(call, row) : 'left'
}

/** Withdraws the placing and recomputes the visit without it. */
async function undo(call: UndoCall, row: LockedUnplaced): Promise<Kept[]> {
  const { db, who, now } = call
  const { electionId } = who.scope
  const { id, observerId, pollingStationId } = row
  const station = pollingStationId && (await findStation(db, who.scope, pollingStationId))
  const observer = await findObserverActor(db, who, observerId)
  if (!station || !observer) throw new Problem('thing.not-found')
  const there = await listPlacedThere(db, electionId, { observerId, pollingStationId: station.id })
  const gone = there.find((one) => one.id === id)
  if (!gone) throw new Problem('unplaced.stays-placed', { reason: 'placed-before' })
  const visiting = [{ who: observer, stations: [station], now }]
  const [visit] = await holdVisits(db, electionId, visiting)
  if (!visit) throw new Error('A visit was neither found nor held')
  const staying = there.filter((one) => one !== gone)
  const submissions = await listSubmissions(db, electionId, observerId, [station.id])
  const sent = submissions.get(station.id) ?? []
  const kept = [
    ...keptOf(sent, gone),
    ...(await undoNote({ call, observer, station, gone, staying })),
  ]
  await settleUnplaced(db, who.scope, id, unsettled)
  const left = sent.filter(({ unplacedId }) => unplacedId !== id)
  for (const report of staying) await freeParts(call, report, left)
  await refold(call, visit, 'visits.unplaced', row.kind)
  await record(call, 'unplaced.placing-undone', id)
  return kept.map((one) => ({ ...one, unplacedId: id }))
}

/** The used parts of an item that stay, because its observer has reported them since. */
function keptOf(sent: readonly Submission[], { id, superseded }: PlacedReport) {
  const gone = sent.find(({ unplacedId }) => unplacedId === id)
  return (gone ? keptWithout(sent, gone) : []).filter(
    ({ what }) => !superseded.some((one) => one.what === what),
  )
}

/** Removing one item may free superseded parts of another. Stores and records what is still superseded. */
async function freeParts(call: UndoCall, report: PlacedReport, left: readonly Submission[]) {
  const { db, who } = call
  const submission = left.find(({ unplacedId }) => unplacedId === report.id)
  if (!submission || report.superseded.length === 0) return
  const names = new Set(outcomeOf(left, submission).superseded.map(({ what }) => what))
  const superseded = report.superseded.filter(({ what }) => names.has(what))
  if (superseded.length === report.superseded.length) return
  const placedAt = report.placedAt ?? report.supersededAt
  await updatePlaced(db, who.scope, { ...report, superseded, placedAt, supersededAt: null })
  const { optionId } = report.placement
  const still = Object.fromEntries(superseded.map(({ what, saidAt }) => [what, saidAt]))
  const after = {
    pollingStationId: report.pollingStationId,
    ...(optionId && { optionId }),
    ...(superseded.length > 0 && { superseded: still }),
  }
  await record(call, 'unplaced.placed', report.id, { after })
}
