import { lockObservers } from '#features/observers/server/write-queries.ts'
import { StationAddress } from '#features/places/address-contract.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations, type PlacedStation } from '#features/places/server/queries.ts'
import { findObserverActor } from '#features/session/server/queries.ts'
import { unplacedChanged } from '#features/visits/contract.ts'
import { holdVisits } from '#features/visits/server/queries.ts'
import { listSubmissions } from '#features/visits/server/submission-queries.ts'
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

/** Which parts of an item were used. */
type PlacementOutcome = { readonly isTaken: boolean; readonly superseded: Superseded }

/**
 * The most items placed in one call, which takes some seconds. Each has its own transaction: several in one would lock
 * counters in an order that no report uses.
 */
const mostAtOnce = 500

const record = changeRecorder('unplaced', unplacedChanged, 'everybody')

export function unplacedRoutes(server: Server): void {
  serve(server, unplaced.list, async ({ db, who, query }) => {
    const { data, totalItems } = await listUnplaced(db, who.scope, query)
    return { data, ...countPages(query, totalItems) }
  })

  serveInSteps(server, unplaced.place, async ({ step }) => {
    const { placingId, others, station, placed } = await step(placeNamed)
    if (placed) return { ...sumOf([placed]), left: 0, placingId }
    const outcomes: (PlacementOutcome | undefined)[] = []
    for (const id of others)
      outcomes.push(await step((call) => placeOneOf(call, { id, placingId }, station)))
    const left = await step(({ db, who, params }) => countWithSameCause(db, who.scope, params.id))
    return { ...sumOf(outcomes), left, placingId }
  })

  serve(server, unplaced.dismiss, async (call) => {
    const { db, who, now } = call
    const { id } = await getOpen(call)
    const settledBy = who.name
    await settleUnplaced(db, who.scope, id, { ...unsettled, dismissedAt: now, settledBy })
    await record(call, 'unplaced.dismissed', id)
    return {}
  })

  serve(server, unplaced.restore, async (call) => {
    const { db, who, params } = call
    const row = await lockUnplaced(db, who.scope, params.id)
    if (row?.state !== 'dismissed' && row?.state !== 'superseded')
      throw new Problem('thing.not-found')
    await settleUnplaced(db, who.scope, row.id, unsettled)
    await record(call, 'unplaced.restored', row.id)
    return {}
  })
}

/** The item of the call; it is refused unless it is open. */
async function getOpen({ db, who, params }: Omit<PlaceCall, 'body'>): Promise<LockedUnplaced> {
  const row = await lockUnplaced(db, who.scope, params.id)
  if (!row) throw new Problem('thing.not-found')
  if (row.state !== 'open') throw new Problem('unplaced.settled')
  return row
}

/** The station that staff name, otherwise the one that the phone named, which may exist by now. */
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

/** The station of an address, by default the phone's, if the caller sees it. */
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

/** Places the item of the call, or returns the ids and the station of all with the same cause, to be placed next. */
async function placeNamed(call: PlaceCall) {
  const { db, who, params, body } = call
  const placingId = await nextPlacing(db)
  const named = await findUnplaced(db, who.scope, params.id)
  if (!named) throw new Problem('thing.not-found')
  // Observers are locked before their items, as reports do, so that a concurrent retry waits.
  await lockObservers(db, [named.observerId])
  const row = await getOpen(call)
  if (body.alike && named.reason === 'election-archived') {
    // Each is placed at the station that its phone named.
    const late = await listWithSameCause(db, who.scope, params.id, mostAtOnce)
    return { placingId, station: undefined, others: late.map(({ id }) => id) }
  }
  const station = await findPlace(call, row)
  if (body.alike && named.reason === 'no-such-station') {
    const others = await listWithSameCause(db, who.scope, params.id, mostAtOnce)
    return { placingId, station, others: others.map(({ id }) => id) }
  }
  const late = await placeableOf(call, row, station)
  const read = await readPlaceable(late, body.optionId)
  if (typeof read === 'string') throw new Problem('unplaced.has-no-place', { reason: read })
  return { placingId, station, others: [], placed: await storeOne(call, read, placingId) }
}

/** Places one of several items; undefined if it does not fit and stays open, or is no longer open. */
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

/** Stores an item that fits. It counts as superseded if its observer has reported all of it again since. */
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
  // Storing a note has created the visit.
  await refold(call, note ? { ...visit, isNew: false } : visit, 'visits.placed', row.kind)
  const act = outcome.isTaken ? 'unplaced.placed' : 'unplaced.superseded'
  await record(call, act, row.id, { after: auditSnapshot(call, station, outcome) })
  return outcome
}

function sumOf(outcomes: readonly (PlacementOutcome | undefined)[]) {
  const placed = outcomes.filter((one) => one?.isTaken === true).length
  const superseded = outcomes.filter((one) => one?.isTaken === false).length
  return { placed, ...(superseded > 0 && { superseded }) }
}

/** The option that staff chose instead of an unknown one. */
const optionIn = ({ body: { optionId } }: PlaceCall) => optionId && { optionId }

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
