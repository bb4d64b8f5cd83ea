import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { places, placesChanged } from '../contract.ts'
import type { Merging, OneStation } from '../station-contract.ts'
import { doubter } from '../whereabouts-domain.ts'
import { lockBoth, setMerged } from './merge-queries.ts'
import {
  deleteStation,
  findStation,
  insertStation,
  lockStation,
  setClosed,
  updateStation,
} from './station-queries.ts'
import { areas, stations } from './subjects.ts'
import { listLocated, type ReadOutlines, readHomes } from './whereabouts-queries.ts'

const recordChange = changeRecorder('polling_stations', placesChanged, 'everybody')
const recordDeletion = changeRecorder('areas', placesChanged, 'everybody')

/** One station at a time. */
export function stationRoutes(server: Server, readOutlines: ReadOutlines): void {
  serve(server, places.station, async ({ db, who, params }) => {
    const station = await findStation(db, who.scope, params.id)
    if (!station) throw new Problem('thing.not-found')
    return station
  })

  serve(server, places.stationDoubt, async ({ db, who: { scope }, params }) => {
    const station = await findStation(db, scope, params.id)
    if (!station) throw new Problem('thing.not-found')
    const { coordinates: at, countyId, countyCode: county } = station
    if (!at) return { doubt: null }
    const homes = await readHomes(db, scope.electionId, await readOutlines(db, scope))
    const doubtOf = doubter(homes, await listLocated(db, scope.electionId, countyId))
    return { doubt: doubtOf({ at, county }) ?? null }
  })

  serve(server, places.addStation, async (call) => {
    const { db, who, body } = call
    await lockImport(db, who.scope.electionId, 'places')
    const id = await insertStation(db, who.scope, body)
    await recordChange(call, 'places.station-added', id, { after: body })
    return id
  })

  serve(server, places.editStation, async (call) => {
    const { db, who, params } = call
    const { revision: began, ...change } = call.body
    const before = await getStation(call, params.id)
    expectUnchanged(before, change, began)
    const revision = await updateStation(db, who.scope, before, change, who.name)
    if (revision !== before.revision)
      await recordChange(call, 'places.station-edited', params.id, changeOf(before, change))
    const { areaId = before.areaId, voters = before.voters } = change
    // Checks of reports may name its voters.
    if (areaId !== before.areaId || voters !== before.voters)
      await mark(db, who.scope.electionId, stations, [params.id])
    if (areaId !== before.areaId) await mark(db, who.scope.electionId, areas, [areaId])
    return { revision }
  })

  serve(server, places.closeStation, (call) => setOpen(call, call.params.id, false))
  serve(server, places.reopenStation, (call) => setOpen(call, call.params.id, true))

  serve(server, places.removeStation, async (call) => {
    const { db, who, params } = call
    const { countyId, merged } = await getStation(call, params.id)
    if (merged.length > 0) throw new Problem('station.stands-for-others')
    const gone = await deleteStation(db, who.scope, params.id)
    await mark(db, who.scope.electionId, stations, [params.id])
    await recordDeletion(call, 'places.stations-deleted', countyId, {
      before: { stations: [gone] },
    })
    return { countyId }
  })

  serve(server, places.mergeStation, async (call) => {
    await merge(call, call.params.id, call.body)
    return {}
  })

  serve(server, places.partStation, async (call) => {
    const { db, who, params } = call
    await lockImport(db, who.scope.electionId, 'places')
    const { mergedInto } = await lockStation(db, who.scope, params.id)
    if (!mergedInto) return {}
    await setMerged(db, who.scope, params.id, null, who.name)
    await mark(db, who.scope.electionId, stations, [params.id, mergedInto.id])
    await recordChange(call, 'places.station-parted', params.id, { before: { mergedInto } })
    return {}
  })
}

/** Merges are one level deep: a merged station is never a merge target, and a target is never merged. */
async function merge(
  call: ActorCall,
  id: Id<'pollingStations'>,
  { into, revision, intoRevision }: Merging,
): Promise<void> {
  const { db, who } = call
  await lockImport(db, who.scope.electionId, 'places')
  const { station, other } = await lockBoth(db, who.scope, id, into)
  if (station.mergedInto?.id === into) return
  for (const { mergedInto } of [station, other])
    if (mergedInto) throw new Problem('station.merged', { into: mergedInto.id })
  if (station.merged.length > 0) throw new Problem('station.stands-for-others')
  if (station.countyId !== other.countyId) throw new Problem('station.other-county')
  expectSame(station, revision)
  expectSame(other, intoRevision)
  await setMerged(db, who.scope, id, into, who.name)
  await mark(db, who.scope.electionId, stations, [id, into])
  const after = { mergedInto: { id: into, name: nameOf(other) } }
  await recordChange(call, 'places.station-merged', id, { after })
}

/** Refuses to merge stations that changed since they were shown: they may no longer be the same. */
function expectSame({ revision, changes }: OneStation, began: number | undefined): void {
  if (began === undefined || began >= revision) return
  const fields = Object.keys(changes).filter((name) => (changes[name]?.revision ?? 0) > began)
  throw new Problem('thing.changed-meanwhile', { revision, fields })
}

const nameOf = ({ county, municipality, number }: OneStation) =>
  [county, municipality, number].filter((part) => part !== '').join(' ')

/** A station to be changed; one that is merged is first parted. */
async function getStation({ db, who }: ActorCall, id: Id<'pollingStations'>): Promise<OneStation> {
  // Before any row: an import locks stations and counties in the order of its file.
  await lockImport(db, who.scope.electionId, 'places')
  const station = await lockStation(db, who.scope, id)
  if (station.mergedInto) throw new Problem('station.merged', { into: station.mergedInto.id })
  return station
}

async function setOpen(
  call: ActorCall,
  id: Id<'pollingStations'>,
  isOpen: boolean,
): Promise<Record<never, never>> {
  const { db, who, now } = call
  const { closedAt } = await getStation(call, id)
  if ((closedAt === null) === isOpen) return {}
  await setClosed(db, who.scope, id, isOpen ? null : now, who.name)
  await mark(db, who.scope.electionId, stations, [id])
  await recordChange(call, isOpen ? 'places.station-reopened' : 'places.station-closed', id)
  return {}
}

/** The changed fields, before and after. */
function changeOf(before: OneStation, change: object) {
  const was: Readonly<Record<string, unknown>> = before
  const names = Object.entries(change).flatMap(([name, value]) =>
    value === undefined || JSON.stringify(value) === JSON.stringify(was[name]) ? [] : [name],
  )
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(was), after: pick({ ...change }) }
}
