import { StationAddress } from '#features/places/contract.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations, type PlacedStation } from '#features/places/server/queries.ts'
import { findObserverActor } from '#features/session/server/queries.ts'
import { unplacedChanged } from '#features/visits/contract.ts'
import { holdVisits } from '#features/visits/server/queries.ts'
import { listSubmissions, lockObservers } from '#features/visits/server/submission-queries.ts'
import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve, serveInSteps } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { unplaced } from '../contract.ts'
import { newestOf, outcomeOf, submissionOf } from '../placement-domain.ts'
import { nextPlacing } from './placed-queries.ts'
import {
  countWithSameCause,
  findStation,
  findUnplaced,
  type LockedUnplaced,
  listUnplaced,
  listWithSameCause,
  lockUnplaced,
} from './queries.ts'
import { refold } from './refold-queries.ts'
import { type Superseded, settleUnplaced, unsettled } from './settle-queries.ts'
import { type FittingReport, type PlaceableReport, readPlaceable } from './store.ts'

type PlaceCall = Call<typeof unplaced.place>

/** What was used of an item: all, or all but what was superseded, which may be all of it. */
type PlacementOutcome = { readonly isTaken: boolean; readonly superseded: Superseded }

/**
 * How many are placed in one call: as many as take some seconds. Each is a transaction of its own: several in
 * one would lock counters in an order that no report uses.
 */
const mostAtOnce = 500

const tell = changeRecorder('unplaced', unplacedChanged, 'everybody')

export function unplacedRoutes(server: Server): void {
  serve(server, unplaced.list, async ({ db, who, query }) => {
    const { data, totalItems } = await listUnplaced(db, who.scope, query)
    return { data, ...countPages(query, totalItems) }
  })

  serveInSteps(server, unplaced.place, async ({ step }) => {
    const { placingId, alike, station, placed } = await step(placeNamed)
    if (placed) return { ...sumOf([placed]), left: 0, placingId }
    const outcomes: (PlacementOutcome | undefined)[] = []
    for (const id of alike)
      outcomes.push(await step((call) => placeOneOf(call, { id, placingId }, station)))
    const left = await step(({ db, who, params }) => countWithSameCause(db, who.scope, params.id))
    return { ...sumOf(outcomes), left, placingId }
  })

  serve(server, unplaced.dismiss, async (call) => {
    const { db, who, now } = call
    const { id } = await getOpen(call)
    const settledBy = who.name
    await settleUnplaced(db, who.scope, id, { ...unsettled, dismissedAt: now, settledBy })
    await tell(call, 'unplaced.dismissed', id)
    return {}
  })

  serve(server, unplaced.restore, async (call) => {
    const { db, who, params } = call
    const row = await lockUnplaced(db, who.scope, params.id)
    if (row?.state !== 'dismissed' && row?.state !== 'superseded')
      throw new Problem('thing.not-found')
    await settleUnplaced(db, who.scope, row.id, unsettled)
    await tell(call, 'unplaced.restored', row.id)
    return {}
  })
}

/** The item of the call, which nobody has dealt with yet. */
async function getOpen({ db, who, params }: Omit<PlaceCall, 'body'>): Promise<LockedUnplaced> {
  const row = await lockUnplaced(db, who.scope, params.id)
  if (!row) throw new Problem('thing.not-found')
  if (row.state !== 'open') throw new Problem('unplaced.settled')
  return row
}

/** The station that staff name, otherwise the one the phone named: it may exist by now. */
async function findPlace(call: PlaceCall, row: LockedUnplaced): Promise<PlacedStation> {
  const { db, who, body } = call
  const { pollingStationId } = body
  const station =
    pollingStationId === undefined
      ? await findNamed(call, row, body.station)
      : await findStation(db, who.scope, pollingStationId)
  if (!station || !isSeen(who.scope, station.countyId))
    throw new Problem('unplaced.has-no-place', { reason: 'no-such-station' })
  return station
}

/** The station of an address, by default the one that the phone named; among those that the caller sees. */
async function findNamed(
  { db, who }: PlaceCall,
  { sent }: LockedUnplaced,
  address: StationAddress = StationAddress.parse(sent),
): Promise<PlacedStation | undefined> {
  const found = await findStations(db, who.scope.electionId, [address])
  const station = found.get(addressKeyOf(address))
  return station && isSeen(who.scope, station.countyId) ? station : undefined
}

const isSeen = ({ countyIds }: Scope, countyId: Id<'areas'>) =>
  countyIds === null || countyIds.includes(countyId)

/**
 * Places the item of the call, unless all with the same cause are to be placed: then it returns which those
 * are, and where they go.
 */
async function placeNamed(call: PlaceCall) {
  const { db, who, params, body } = call
  const placingId = await nextPlacing(db)
  const named = await findUnplaced(db, who.scope, params.id)
  if (!named) throw new Problem('thing.not-found')
  // Observers before what they sent, in the lock order of reports: a retry sent meanwhile waits.
  await lockObservers(db, [named.observerId])
  const row = await getOpen(call)
  if (body.alike && named.reason === 'election-archived') {
    // Each goes where its phone has sent it.
    const late = await listWithSameCause(db, who.scope, params.id, mostAtOnce)
    return { placingId, station: undefined, alike: late.map(({ id }) => id) }
  }
  const station = await findPlace(call, row)
  if (body.alike && named.reason === 'no-such-station') {
    const alike = await listWithSameCause(db, who.scope, params.id, mostAtOnce)
    return { placingId, station, alike: alike.map(({ id }) => id) }
  }
  const late = await placeableOf(call, row, station)
  const read = await readPlaceable(late, body.optionId)
  if (typeof read === 'string') throw new Problem('unplaced.has-no-place', { reason: read })
  return { placingId, station, alike: [], placed: await storeOne(call, read, placingId) }
}

/** Places one of several; undefined when it does not fit and stays open, or somebody has dealt with it. */
async function placeOneOf(
  call: PlaceCall,
  { id, placingId }: { readonly id: Id<'unplaced'>; readonly placingId: Id<'placings'> },
  given: PlacedStation | undefined,
): Promise<PlacementOutcome | undefined> {
  const { db, who } = call
  const named = await findUnplaced(db, who.scope, id)
  if (!named) return undefined
  await lockObservers(db, [named.observerId])
  const row = await lockUnplaced(db, who.scope, id)
  if (row?.state !== 'open') return undefined
  const station = given ?? (await findNamed(call, row))
  if (!station) return undefined
  const read = await readPlaceable(await placeableOf(call, row, station))
  return typeof read === 'string' ? undefined : storeOne(call, read, placingId)
}

async function placeableOf(
  call: PlaceCall,
  row: LockedUnplaced,
  station: PlacedStation,
): Promise<PlaceableReport> {
  const { db, who } = call
  const observer = await findObserverActor(db, who, row.observerId)
  if (!observer) throw new Problem('thing.not-found')
  return { call: { db, who: observer, now: row.saidAt, unplacedId: row.id }, row, station }
}

/** Stores what fits; an item of which all was said again since counts as superseded, not as placed. */
async function storeOne(
  call: PlaceCall,
  { row, station, read, ...late }: FittingReport,
  placingId: Id<'placings'>,
): Promise<PlacementOutcome> {
  const { db, who, now } = call
  const { electionId } = who.scope
  const [visit] = await holdVisits(db, electionId, [{ ...late.call, stations: [station] }])
  if (!visit) throw new Error('A visit was neither found nor held')
  const there = await listSubmissions(db, electionId, row.observerId, [station.id])
  const submissions = there.get(station.id) ?? []
  const { note, ...content } = await read()
  const outcome = outcomeOf(submissions, submissionOf(row, content))
  await settleUnplaced(db, who.scope, row.id, {
    ...unsettled,
    ...(outcome.isTaken ? { placedAt: now } : { supersededAt: now }),
    superseded: outcome.superseded,
    settledBy: who.name,
    pollingStationId: station.id,
    placingId,
    placement: {
      ...{ at: row.saidAt, arrival: newestOf(submissions) },
      ...optionIn(call),
      ...content,
      ...(note && { note }),
    },
  })
  // A note has made its visit.
  await refold(call, note ? { ...visit, isNew: false } : visit, 'visits.placed', row.kind)
  const act = outcome.isTaken ? 'unplaced.placed' : 'unplaced.superseded'
  await tell(call, act, row.id, { after: auditSnapshot(call, station, outcome) })
  return outcome
}

/** How many were placed, and how many were wholly superseded. */
function sumOf(outcomes: readonly (PlacementOutcome | undefined)[]) {
  const placed = outcomes.filter((one) => one?.isTaken === true).length
  const superseded = outcomes.filter((one) => one?.isTaken === false).length
  return { placed, ...(superseded > 0 && { superseded }) }
}

/** What staff chose in place of an option that does not exist. */
const optionIn = ({ body: { optionId } }: PlaceCall) => optionId && { optionId }

/** What history records of a placed item. */
const auditSnapshot = (
  call: PlaceCall,
  { id }: PlacedStation,
  { superseded }: PlacementOutcome,
) => ({
  pollingStationId: id,
  ...optionIn(call),
  ...(superseded.length > 0 && {
    superseded: Object.fromEntries(superseded.map(({ what, saidAt }) => [what, saidAt])),
  }),
})
