import { StationAddress } from '#features/places/contract.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations, type PlacedStation } from '#features/places/server/queries.ts'
import { findObserverActor } from '#features/session/server/queries.ts'
import { unplacedChanged } from '#features/visits/contract.ts'
import { lockVisits } from '#features/visits/server/queries.ts'
import { lockObservers } from '#features/visits/server/said-queries.ts'
import type { Id } from '#kit/contract/id.ts'
import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { Each } from '#kit/server/history.ts'
import { type Call, serve } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { teller, tellerOfEach } from '#kit/server/tell.ts'
import { unplaced } from '../contract.ts'
import {
  countAlike,
  type FoundUnplaced,
  findStation,
  findUnplaced,
  type LockedUnplaced,
  listAlike,
  listUnplaced,
  lockOpen,
  lockUnplaced,
  settleUnplaced,
} from './queries.ts'
import { type Fitting, type Late, type Outcome, readLate } from './store.ts'

type Placing = Call<typeof unplaced.place>

/** How many are placed in one call: as many as take some seconds. */
const mostAtOnce = 500

const tell = teller('unplaced', unplacedChanged, 'everybody')
const tellEach = tellerOfEach('unplaced', unplacedChanged, 'everybody')

export function unplacedRoutes(server: Server): void {
  serve(server, unplaced.list, async ({ db, who, query }) => {
    const { data, totalItems } = await listUnplaced(db, who.scope, query)
    return { data, ...countPages(query, totalItems) }
  })

  serve(server, unplaced.place, async (call) => {
    const { db, who, params, body } = call
    const named = await findUnplaced(db, who.scope, params.id)
    if (!named) throw new Problem('thing.not-found')
    const isAlike = body.alike && named.reason === 'no-such-station'
    const alike = isAlike ? await listAlike(db, who.scope, params.id, mostAtOnce) : []
    // Observers before what they sent, as when a report comes: whoever sends again meanwhile waits.
    const observers = new Set([named, ...alike].map(({ observerId }) => observerId))
    await lockObservers(db, who.scope.electionId, [...observers])
    const row = await getOpen(call)
    const station = await findPlace(call, row)
    return isAlike ? placeAlike(call, alike, station) : placeOne(call, row, station)
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

const unsettled = {
  placedAt: null,
  dismissedAt: null,
  supersededAt: null,
  superseded: [],
  settledBy: null,
  pollingStationId: null,
}

/** The report of the call, which nobody has dealt with yet. */
async function getOpen({ db, who, params }: Omit<Placing, 'body'>): Promise<LockedUnplaced> {
  const row = await lockUnplaced(db, who.scope, params.id)
  if (!row) throw new Problem('thing.not-found')
  if (row.state !== 'open') throw new Problem('unplaced.settled')
  return row
}

/** The station that staff name, or else the one the phone named: it may exist by now. */
async function findPlace(
  { db, who, body }: Placing,
  { sent }: LockedUnplaced,
): Promise<PlacedStation> {
  const { pollingStationId, station: address = StationAddress.parse(sent) } = body
  const station =
    pollingStationId === undefined
      ? (await findStations(db, who.scope.electionId, [address])).get(addressKeyOf(address))
      : await findStation(db, who.scope, pollingStationId)
  if (!station || !isSeen(who.scope, station.countyId))
    throw new Problem('unplaced.has-no-place', { reason: 'no-such-station' })
  return station
}

const isSeen = ({ countyIds }: Scope, countyId: Id<'areas'>) =>
  countyIds === null || countyIds.includes(countyId)

async function placeOne(call: Placing, row: LockedUnplaced, station: PlacedStation) {
  const late = await lateOf(call, row, station)
  const read = await readLate(late, call.body.optionId)
  if (typeof read === 'string') throw new Problem('unplaced.has-no-place', { reason: read })
  return { ...(await storeAll(call, [read])), left: 0 }
}

/** All that name the same unknown station; what does not fit stays open. */
async function placeAlike(call: Placing, alike: readonly FoundUnplaced[], station: PlacedStation) {
  const { db, who, params } = call
  const ids = alike.map(({ id }) => id)
  const fitting: Fitting[] = []
  for (const row of await lockOpen(db, who.scope, ids)) {
    const read = await readLate(await lateOf(call, row, station))
    if (typeof read !== 'string') fitting.push(read)
  }
  const open = await countAlike(db, who.scope, params.id)
  return { ...(await storeAll(call, fitting)), left: open - fitting.length }
}

async function lateOf(call: Placing, row: LockedUnplaced, station: PlacedStation): Promise<Late> {
  const { db, who } = call
  const observer = await findObserverActor(db, who, row.observerId)
  if (!observer) throw new Problem('thing.not-found')
  return { call: { db, who: observer, now: row.saidAt, unplacedId: row.id }, row, station }
}

/** Stores what fits; of what was said since nothing is taken, and it is not called placed. */
async function storeAll(call: Placing, fitting: readonly Fitting[]) {
  const { db, who, now } = call
  // Observers before counts, as everywhere: one who reports meanwhile waits.
  await lockVisits(
    db,
    who.scope.electionId,
    fitting.map(({ call: own, station }) => ({ ...own, stations: [station] })),
  )
  const placed: Each[] = []
  const superseded: Each[] = []
  for (const { row, station, store } of fitting) {
    const outcome = await store()
    await settleUnplaced(db, who.scope, row.id, {
      ...unsettled,
      ...(outcome.isTaken ? { placedAt: now } : { supersededAt: now }),
      superseded: outcome.superseded,
      settledBy: who.name,
      pollingStationId: station.id,
    })
    const change = { subjectId: row.id, after: told(call, station, outcome) }
    if (outcome.isTaken) placed.push(change)
    else superseded.push(change)
  }
  if (placed.length > 0) await tellEach(call, 'unplaced.placed', placed)
  if (superseded.length > 0) await tellEach(call, 'unplaced.superseded', superseded)
  return {
    placed: placed.length,
    ...(superseded.length > 0 && { superseded: superseded.length }),
  }
}

/** What history tells of a report that was given a place. */
const told = ({ body: { optionId } }: Placing, { id }: PlacedStation, { superseded }: Outcome) => ({
  pollingStationId: id,
  ...(optionId && { optionId }),
  ...(superseded.length > 0 && {
    superseded: Object.fromEntries(superseded.map(({ what, saidAt }) => [what, saidAt])),
  }),
})
