import { makeIncident } from '#features/incidents/server/testing.ts'
import { places } from '#features/places/contract.ts'
import { stations } from '#features/stations/contract.ts'
import { disagree, settleFirst, settling } from '#features/stations/server/testing.ts'
import { visits } from '#features/visits/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Stage } from '../stage.ts'
import {
  csv,
  importTooLarge,
  noSuch,
  type RefusalCases,
  refusalCase,
  seen,
  unknownId,
} from './refusal-case.ts'

const county = { name: 'Alba', code: 'AB' }
/** A shape without an area of the election. */
const shapeOfNobody =
  '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"XX"},"geometry":{"type":"Polygon","coordinates":[[[23,46],[24,46],[24,47],[23,46]]]}}]}'
const noSuchStation = refusalCase(() => ({ params: { pollingStationId: unknownId } }))

/** The county with that code, which exists in both kinds of election. */
async function areaId({ database }: Stage, code: string): Promise<number> {
  const { id } = await database.primary
    .selectFrom('areas')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return id
}

/** Number 3 of Aiud, merged into number 2; both are separated first. */
async function mergeThree({ ana, field }: Stage): Promise<{ id: number; into: number }> {
  const [id, into] = [field.stationId('AB1', 3), field.stationId('AB1', 2)]
  await ana.call(places.partStation, { params: { id } } as never)
  await ana.call(places.mergeStation, { params: { id }, body: { into } } as never)
  return { id, into }
}

/** The call names a merged station, or (`target`) the one that replaces it. */
const ofMerged = (which: 'merged' | 'target', body?: Record<string, unknown>) =>
  refusalCase(async (cast) => {
    const { id, into } = await mergeThree(cast)
    return { params: { id: which === 'merged' ? id : into }, ...(body && { body }) }
  })

/** The refusals of counties and their stations. */
async function undoCounties({ ana }: Stage) {
  const files = csv('c.csv', 'Code,Name\nSJ,Sălaj\n')
  await ana.call(places.importCounties, { body: {} }, files)
  const params = { id: (await ana.call(places.listImports))[0]!.id }
  await ana.call(places.undoImport, { params })
  return params
}

export const placeRefusalCases: RefusalCases = {
  'places.county': { 'thing.not-found': noSuch.ofParams },
  'places.path': { 'thing.not-found': noSuch.ofParams },
  'places.stations': { 'thing.not-found': noSuch.ofParams },
  'places.station': { 'thing.not-found': noSuch.ofParams },
  'places.stationDoubt': { 'thing.not-found': noSuch.ofParams },
  'places.addStation': {
    'thing.not-found': refusalCase(() => ({ body: { areaId: unknownId, number: 7 } })),
    'station.number-taken': refusalCase(async (cast) => ({
      body: { areaId: await areaId(cast, 'AB1'), number: 1 },
    })),
  },
  'places.editStation': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: { number: 7 } })),
    'thing.changed-meanwhile': refusalCase(async ({ ana, field }) => {
      const params = { id: field.stationId('AB1', 1) as Id<'pollingStations'> }
      await ana.call(places.editStation, { params, body: { name: 'Alta' } })
      return { params, body: { name: 'Altfel', revision: 1 } }
    }),
    'station.number-taken': refusalCase(({ field }) => ({
      params: { id: field.stationId('AB1', 1) },
      body: { number: 2 },
    })),
    'station.merged': ofMerged('merged', { number: 7 }),
    'station.stands-for-others': refusalCase(async (cast) => {
      const { into } = await mergeThree(cast)
      return { params: { id: into }, body: { areaId: await areaId(cast, 'CJ1') } }
    }),
  },
  'places.closeStation': {
    'thing.not-found': noSuch.ofParams,
    'station.merged': ofMerged('merged'),
  },
  'places.reopenStation': {
    'thing.not-found': noSuch.ofParams,
    'station.merged': ofMerged('merged'),
  },
  'places.mergeStation': {
    'thing.not-found': refusalCase(() => ({
      params: { id: unknownId },
      body: { into: unknownId },
    })),
    'thing.changed-meanwhile': refusalCase(async ({ ana, field }) => {
      const params = { id: field.stationId('AB1', 3) as Id<'pollingStations'> }
      await ana.call(places.partStation, { params })
      await ana.call(places.editStation, { params, body: { number: 12 } })
      return { params, body: { into: field.stationId('AB1', 2), revision: 1 } }
    }),
    'station.merged': refusalCase(async (cast) => {
      const { id } = await mergeThree(cast)
      return { params: { id: cast.field.stationId('AB1', 1) }, body: { into: id } }
    }),
    'station.stands-for-others': refusalCase(async (cast) => {
      const { into } = await mergeThree(cast)
      return { params: { id: into }, body: { into: cast.field.stationId('AB1', 1) } }
    }),
    'station.other-county': refusalCase(({ field }) => ({
      params: { id: field.stationId('AB1', 1) },
      body: { into: field.stationId('CJ1', 1) },
    })),
  },
  'places.partStation': { 'thing.not-found': noSuch.ofParams },
  'places.removeStation': {
    'thing.not-found': noSuch.ofParams,
    'station.has-data': refusalCase(async (cast) => {
      await seen(cast)
      return { params: { id: cast.field.stationId('AB1', 1) } }
    }),
    'place.has-incidents': refusalCase(async ({ ana, field }) => {
      const pollingStationId = field.stationId('CJ1', 1) as Id<'pollingStations'>
      await makeIncident(ana, { pollingStationId })
      return { params: { id: pollingStationId } }
    }),
    'station.merged': ofMerged('merged'),
    'station.stands-for-others': ofMerged('target'),
  },
  'stations.beforeMerging': {
    'thing.not-found': refusalCase(() => ({
      params: { pollingStationId: unknownId, into: unknownId },
    })),
  },
  'stations.use': { 'thing.not-found': noSuchStation },
  'stations.visits': { 'thing.not-found': noSuchStation },
  'stations.messages': { 'thing.not-found': noSuchStation },
  'stations.before': { 'thing.not-found': noSuchStation },
  'stations.unplaced': { 'thing.not-found': noSuchStation },
  'stations.settle': {
    'thing.not-found': refusalCase((cast) => ({
      params: { pollingStationId: cast.field.stationId('AB1', 1) },
      body: { questionId: unknownId, observerId: null, reason: 'De ce nu', seen: 'x' },
    })),
    'station.answers-changed': refusalCase(async (cast) => {
      const { pollingStationId, ...body } = await disagree(cast)
      return { params: { pollingStationId }, body: { ...body, seen: 'x' } }
    }),
    'station.merged': refusalCase(async (cast) => ({
      params: { pollingStationId: (await mergeThree(cast)).id },
      body: { questionId: unknownId, observerId: null, reason: 'De ce nu', seen: 'x' },
    })),
  },
  'stations.undoSettling': {
    'thing.not-found': noSuch.ofParams,
    // Another user has settled it otherwise since.
    'station.answers-changed': refusalCase(async (cast) => {
      const id = await settleFirst(cast)
      const { pollingStationId, ...body } = await settling(cast)
      await cast.ana.call(stations.settle, { params: { pollingStationId }, body })
      return { params: { id } }
    }),
  },
  'places.addCounty': { 'county.code-taken': refusalCase(() => ({ body: county })) },
  'places.editCounty': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: county })),
    'county.code-taken': refusalCase(async (cast) => ({
      params: { id: await areaId(cast, 'CJ') },
      body: county,
    })),
    'county.stations-have-data': refusalCase(async (cast) => {
      const lastOfAlba = { countyCode: 'AB', pollingStationNumber: 3 }
      await cast.bogdan.call(visits.report, { body: lastOfAlba })
      const id = await areaId(cast, 'AB')
      return { params: { id }, body: { ...county, numberOfPollingStations: 2 } }
    }, 'flat'),
    'place.has-incidents': refusalCase(async (cast) => {
      const [id, pollingStationId] = [await areaId(cast, 'AB'), cast.field.stationId('AB', 3)]
      await makeIncident(cast.ana, { pollingStationId: pollingStationId as Id<'pollingStations'> })
      return { params: { id }, body: { ...county, numberOfPollingStations: 2 } }
    }, 'flat'),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const params = { id: (await areaId(cast, 'AB')) as Id<'areas'> }
      await cast.ana.call(places.editCounty, { params, body: { name: 'Alta' } })
      return { params, body: { name: 'Altfel', revision: 1 } }
    }),
    'county.numbers-differ': refusalCase(async (cast) => {
      const params = { id: (await areaId(cast, 'AB')) as Id<'areas'> }
      const files = csv('s.csv', 'County code,Number\nAB,101\n')
      await cast.ana.call(places.importStations, { body: {} }, files)
      return { params, body: { numberOfPollingStations: 2 } }
    }, 'flat'),
    'county.counts-its-areas': refusalCase(async (cast) => ({
      params: { id: await areaId(cast, 'AB') },
      body: { ...county, numberOfPollingStations: 99 },
    })),
  },
  'places.startAreaImport': importTooLarge,
  'places.importAreas': {
    ...importTooLarge,
    'import.refused': refusalCase(() => ({
      body: {},
      files: csv('a.csv', 'Code,Name,Parent code\nXX,Undeva,YY\n'),
    })),
    'import.undoing': refusalCase(async (cast) => {
      await undoCounties(cast)
      return { body: {}, files: csv('a.csv', 'Code,Name,Parent code\n') }
    }, 'nested'),
  },
  'places.importCounties': {
    ...importTooLarge,
    'import.refused': refusalCase(() => ({ body: {}, files: csv('c.csv', 'Code,Name\n,Alba\n') })),
    'import.undoing': refusalCase(async (cast) => {
      await undoCounties(cast)
      return { body: {}, files: csv('c.csv', 'Code,Name\n') }
    }, 'nested'),
  },
  'places.startCountyImport': importTooLarge,
  'places.startStationImport': importTooLarge,
  'places.importStations': {
    ...importTooLarge,
    'import.refused': refusalCase(() => ({
      body: {},
      files: csv('s.csv', 'County code,Number\nXX,\n'),
    })),
    'import.undoing': refusalCase(async (cast) => {
      await undoCounties(cast)
      return { body: {}, files: csv('s.csv', 'County code,Number\n') }
    }, 'nested'),
  },
  'places.undoImport': {
    'thing.not-found': noSuch.ofParams,
    'import.undone': refusalCase(async (cast) => ({ params: await undoCounties(cast) })),
  },
  'map.uploadShapes': {
    ...importTooLarge,
    'map.not-shapes': refusalCase(() => ({ files: csv('s.geojson', '{"type":"Feature"}') })),
    'map.shapes-doubted': refusalCase(() => ({
      body: {},
      files: csv('s.geojson', shapeOfNobody),
    })),
  },
  'register.read': { 'thing.not-found': refusalCase(() => ({})) },
  'register.page': { 'thing.not-found': refusalCase(() => ({})) },
  'wall.read': { 'thing.not-found': refusalCase(() => ({})) },
  'wall.map': { 'thing.not-found': refusalCase(() => ({})) },
  'wall.live': { 'thing.not-found': refusalCase(() => ({})) },
  'wallLinks.withdraw': { 'thing.not-found': noSuch.ofParams },
  'wallLinks.restore': { 'thing.not-found': noSuch.ofParams },
  'map.removeShapes': { 'thing.not-found': noSuch.ofParams },
  'map.restoreShapes': { 'thing.not-found': noSuch.ofParams },
  'map.tiles': {
    'thing.not-found': refusalCase(() => ({ query: { offset: 0, length: 9 } })),
  },
  'places.moveCountyToFirst': { 'thing.not-found': noSuch.ofBody },
  'places.removeCounty': {
    'thing.not-found': noSuch.ofBody,
    'county.has-data': refusalCase(async (cast) => {
      await seen(cast)
      return { body: { id: await areaId(cast, 'AB') } }
    }),
    'place.has-incidents': refusalCase(async (cast) => {
      const id = await areaId(cast, 'CJ')
      await makeIncident(cast.ana, { countyId: id as Id<'areas'> })
      return { body: { id } }
    }),
  },
  'places.restoreStations': {
    'thing.not-found': refusalCase(async (cast) => ({
      params: { id: await areaId(cast, 'AB') },
      body: { stationIds: [unknownId] },
    })),
    'thing.changed-meanwhile': refusalCase(async ({ ana, ...cast }) => {
      const params = { id: (await areaId({ ana, ...cast }, 'AB')) as Id<'areas'> }
      const set = (numberOfPollingStations: number) =>
        ana.call(places.editCounty, { params, body: { numberOfPollingStations } })
      const { takenOut: stationIds } = await set(1)
      await set(3)
      return { params, body: { stationIds } }
    }, 'flat'),
  },
  'places.restoreCounty': {
    'thing.not-found': noSuch.ofBody,
    'county.code-taken': refusalCase(async (cast) => {
      const body = { id: (await areaId(cast, 'AB')) as Id<'areas'> }
      await cast.ana.call(places.removeCounty, { body })
      await cast.ana.call(places.addCounty, { body: county })
      return { body }
    }, 'flat'),
  },
}
