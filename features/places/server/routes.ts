import type { Db } from '#database/open.ts'
import { followCounty } from '#features/accounts/server/county-queries.ts'
import { followCountyInKeys } from '#features/keys/server/county-queries.ts'
import { importUpload, startImport } from '#features/tasks/server/import/file-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { sendFile } from '#kit/server/http/download.ts'
import { serve, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { type CountyChange, type OneCounty, places, placesChanged } from '../contract.ts'
import {
  hasVisits,
  insertCounty,
  type LockedCounty,
  lockCounty,
  reorderCounties,
  setStations,
  type TakenOutStation,
  updateCounty,
} from './change-queries.ts'
import { takeCounties, takeStations } from './export-queries.ts'
import { areaImport } from './import/import-area-queries.ts'
import { countyImport } from './import/import-county-queries.ts'
import { stationImport } from './import/import-station-queries.ts'
import { listPlaceImports, placeUndoer } from './import/imported-queries.ts'
import { closeStations, isMovingStations } from './move-queries.ts'
import {
  findCounty,
  listCounties,
  listMunicipalities,
  listPath,
  listProvinces,
  listStations,
} from './queries.ts'
import { readWords, searchMunicipalities, searchStations } from './search-queries.ts'
import { stations as stationsSubject } from './subjects.ts'
import {
  deleteCounty,
  findTakenOut,
  listRemovedStations,
  listTakenOut,
  restoreCounty,
  restoreStations,
} from './trash-queries.ts'
import type { ReadOutlines } from './whereabouts-queries.ts'

const recordChange = changeRecorder('areas', placesChanged, 'everybody')

export function placeRoutes(server: Server, readOutlines: ReadOutlines): void {
  serve(server, places.provinces, ({ db, who }) => listProvinces(db, who.scope))
  serve(server, places.countiesOfProvince, ({ db, who, params }) =>
    listCounties(db, who.scope, { provinceCode: params.code }),
  )
  serve(server, places.municipalitiesOfCounty, ({ db, who, params }) =>
    listMunicipalities(db, who.scope, params.code),
  )
  serve(server, places.counties, ({ db, who }) => listCounties(db, who.scope))
  serve(server, places.countyLimits, ({ db, who }) => listCounties(db, who.scope))
  serve(server, places.county, ({ db, who, params }) => showCounty(db, who.scope, params.id))
  serve(server, places.path, async ({ db, who, params }) => {
    const path = await listPath(db, who.scope, params.id)
    if (path.length === 0) throw new Problem('thing.not-found')
    return path
  })
  serve(server, places.stations, async ({ db, who, params }) => {
    await showCounty(db, who.scope, params.id)
    return listStations(db, who.scope, params.id)
  })
  serve(server, places.search, async ({ db, who, query }) => {
    const words = await readWords(db, who.scope, query.text)
    const municipalities = await searchMunicipalities(db, who.scope, words)
    return { municipalities, stations: await searchStations(db, who.scope, words) }
  })
  countyChangeRoutes(server)
  fileRoutes(server, readOutlines)
}

function fileRoutes(server: Server, readOutlines: ReadOutlines): void {
  const exported = { act: 'places.exported', subject: 'areas', filter: {} }
  serveStream(server, places.exportCounties, (call) =>
    sendFile(server, call, { name: 'counties', ...exported, ...call.query }, (db) =>
      takeCounties(db, call.who.scope, call.query.language),
    ),
  )
  serveStream(server, places.exportStations, (call) =>
    sendFile(server, call, { name: 'polling-stations', ...exported, ...call.query }, (db) =>
      takeStations(db, call.who.scope, call.query.language),
    ),
  )

  const stationFile = stationImport(readOutlines)
  const { importAreas, importCounties, importStations } = places
  serve(server, importAreas, (call) =>
    importUpload(server, call, areaImport, call.body, call.body.dryRun),
  )
  serve(server, importCounties, (call) =>
    importUpload(server, call, countyImport, call.body, call.body.dryRun),
  )
  serve(server, importStations, (call) =>
    importUpload(server, call, stationFile, call.body, call.body.dryRun),
  )
  serve(server, places.startAreaImport, (call) => startImport(call, areaImport, call.body))
  serve(server, places.startCountyImport, (call) => startImport(call, countyImport, call.body))
  serve(server, places.startStationImport, (call) => startImport(call, stationFile, call.body))
  serve(server, places.listImports, ({ db, who, now }) => listPlaceImports(db, who.scope, now))
  serve(server, places.undoImport, (call) => placeUndoer.begin(call, call.params.id, null))
}

function countyChangeRoutes(server: Server): void {
  serve(server, places.addCounty, async (call) => {
    const { db, who, body } = call
    await lockImport(db, who.scope.electionId, 'places')
    const id = await insertCounty(db, who.scope, body)
    const county = await getCounty(call, id)
    await settleStations(call, county, body.numberOfPollingStations)
    await recordChange(call, 'places.county-added', id, { after: body })
    return id
  })

  serve(server, places.editCounty, async (call) => {
    const { revision, ...change } = call.body
    const before = await getCounty(call, call.params.id)
    expectUnchanged(before, change, revision)
    return { takenOut: await changeCounty(call, before, change) }
  })

  serve(server, places.restoreStations, async (call) => {
    const { db, who, params, body } = call
    const { id, revision } = await getCounty(call, params.id)
    const fields = ['numberOfPollingStations']
    const back = await restoreStations(
      db,
      who.scope,
      { id, stationIds: body.stationIds },
      () => new Problem('thing.changed-meanwhile', { revision, fields }),
    )
    if (back === 0) throw new Problem('thing.not-found')
    await recordChange(call, 'places.stations-restored', id, { after: { stations: back } })
    return back
  })

  serve(server, places.orderCounties, async (call) => {
    const { db, who, body } = call
    const ids = body.map(({ id }) => id)
    await lockImport(db, who.scope.electionId, 'places')
    await reorderCounties(db, who.scope, ids)
    await recordChange(call, 'places.counties-ordered', null, { after: ids })
    return listCounties(db, who.scope)
  })

  serve(server, places.moveCountyToFirst, async (call) => {
    const { db, who, body } = call
    const { id } = await getCounty(call, body.id)
    await reorderCounties(db, who.scope, [id])
    await recordChange(call, 'places.counties-ordered', id, { after: [id] })
    return listCounties(db, who.scope)
  })

  serve(server, places.removeCounty, async (call) => {
    const { db, who, body } = call
    const before = await getCounty(call, body.id)
    await expectSettled(call, before.id)
    await closeStations(db, who.scope.electionId, before.id)
    if (await hasVisits(db, who.scope, before.id)) throw new Problem('county.has-data')
    const takenOut = await deleteCounty(db, who.scope, before.id)
    await recordChange(call, 'places.county-deleted', before.id, {
      before: { ...before, takenOut },
    })
    return {}
  })

  serve(server, places.listDeletedStations, ({ db, who, params }) =>
    listRemovedStations(db, who.scope, params.id),
  )

  serve(server, places.listDeletedCounties, ({ db, who }) => listTakenOut(db, who.scope))

  serve(server, places.restoreCounty, async (call) => {
    const { db, who, body } = call
    await lockImport(db, who.scope.electionId, 'places')
    const county = await findTakenOut(db, who.scope, body.id)
    if (!county) throw new Problem('thing.not-found')
    await restoreCounty(db, who.scope, body.id, county.code)
    await recordChange(call, 'places.county-restored', body.id, { after: county })
    return {}
  })
}

async function showCounty(db: Db, scope: Scope, id: Id<'areas'>): Promise<OneCounty> {
  const county = await findCounty(db, scope, id)
  if (!county) throw new Problem('thing.not-found')
  return county
}

async function getCounty({ db, who }: ActorCall, id: Id<'areas'>): Promise<LockedCounty> {
  // Before any row: an import locks stations and counties in the order of its file.
  await lockImport(db, who.scope.electionId, 'places')
  const county = await lockCounty(db, who.scope, id)
  if (!county) throw new Problem('thing.not-found')
  return county
}

/** Changes a county's facts; returns the removed stations. */
async function changeCounty(
  call: ActorCall,
  { changes: _, ...before }: LockedCounty,
  change: Omit<CountyChange, 'revision'>,
): Promise<Id<'pollingStations'>[]> {
  const { name, code, diaspora, numberOfPollingStations } = change
  const values = {
    ...(name !== undefined && { name }),
    ...(code !== undefined && { code }),
    ...(diaspora !== undefined && { isDiaspora: diaspora }),
  }
  const { db, who } = call
  // Stations before their county, in the lock order of reports: a new code blocks everybody who reports from
  // it.
  const stations = await settleStations(call, before, numberOfPollingStations)
  if (Object.keys(values).length > 0) await updateCounty(db, who.scope, before.id, values, who.name)
  if (code !== undefined && code !== before.code)
    await followCode(call, { before: before.code, after: code })
  // Milestones for diaspora counties now apply to other stations.
  if (diaspora !== undefined && diaspora !== before.diaspora)
    await markAll(db, who.scope.electionId, stationsSubject)
  await recordChange(call, 'places.county-edited', before.id, { before, after: change })
  if (stations.length > 0)
    await recordChange(call, 'places.stations-deleted', before.id, { before: { stations } })
  return stations.map(({ id }) => id)
}

/** Accounts and keys are limited by code: their limits follow the county. */
async function followCode(call: ActorCall, code: { before: string; after: string }) {
  await followCounty(call, code)
  await followCountyInKeys(call, code)
}

/**
 * Where municipalities hold the stations, the county's number is only their count; likewise where the numbers
 * have gaps or start elsewhere: it would be unclear which stations a number means.
 */
async function settleStations(
  call: ActorCall,
  { id, hasAreas, isCounted, numberOfPollingStations }: Omit<LockedCounty, 'changes'>,
  count: number | undefined,
): Promise<readonly TakenOutStation[]> {
  const { db, who } = call
  if (count === undefined || count === numberOfPollingStations) return []
  if (hasAreas) throw new Problem('county.counts-its-areas')
  if (!isCounted) throw new Problem('county.numbers-differ', { field: 'numberOfPollingStations' })
  await expectSettled(call, id)
  return setStations(db, who.scope, id, count)
}

/** A station that is moved to another county is still counted in this one: a moment later it is not. */
async function expectSettled({ db, who }: ActorCall, id: Id<'areas'>): Promise<void> {
  if (await isMovingStations(db, who.scope.electionId, id))
    throw new Problem('server.unavailable', { retryAfterSeconds: 1 })
}
