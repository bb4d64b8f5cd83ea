import { expect, test } from 'vitest'
import { map } from '#features/map/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { places } from '../contract.ts'

const set = stage()

const check = ({ ana }: Stage, ...rows: readonly string[]) => {
  const text = ['Municipality code,Number,Address,Latitude,Longitude', ...rows].join('\n')
  const file = { name: 'secții.csv', bytes: new TextEncoder().encode(text) }
  return ana.call(places.importStations, { body: { dryRun: true } }, [file])
}

test('warns of likely wrong coordinates in a dry run, and rejects none', async () => {
  const cast = await set()

  const { warnings, wrong, added, changed } = await check(
    cast,
    'AB1,1,Strada 1,46.31,23.72',
    'AB1,2,Strada 2,23.72,46.31',
    'AB1,3,Strada 3,0,0',
    'CJ1,1,Strada 4,46.31,23.72',
    'CJ1,2,Strada 5,23.78,46.57',
    'CJ1,90,Strada 6,48.85,2.35',
  )

  expect(wrong).toEqual([])
  expect(added + changed).toBe(6)
  expect(warnings.map(({ fault, rows, lines }) => [fault.code, rows, lines])).toEqual([
    ['spot.swapped', 2, [3, 6]],
    ['spot.zero', 1, [4]],
    ['spot.elsewhere', 1, [5]],
    ['spot.outside', 1, [7]],
  ])
  expect(warnings[2]?.reason).toContain('in Alba, not in Cluj')
})

test('warns of equal coordinates for all addresses in a dry run', async () => {
  const cast = await set()
  const rows = [1, 2, 3, 4].map((number) => `AB1,${number},Strada ${number},46.31,23.72`)

  const { warnings } = await check(cast, ...rows)

  expect(warnings).toMatchObject([{ fault: { code: 'spot.shared' }, rows: 4 }])
})

/** Aiud 1, and where it is now. */
async function aiud({ ana }: Stage, coordinates?: { latitude: number; longitude: number }) {
  const { stations } = await ana.call(places.search, { query: { text: 'AB1 1' } })
  const id = stations[0]?.id as Id<'pollingStations'>
  if (coordinates) await ana.call(places.editStation, { params: { id }, body: { coordinates } })
  return { params: { id } }
}

test('warns of a station’s swapped coordinates until they are corrected', async () => {
  const cast = await set()

  const station = await aiud(cast, { latitude: 23.72, longitude: 46.31 })
  const meant = { latitude: 46.31, longitude: 23.72 }
  expect(await cast.ana.call(places.stationDoubt, station)).toEqual({
    doubt: { code: 'swapped', meant },
  })

  await aiud(cast, meant)
  expect(await cast.ana.call(places.stationDoubt, station)).toEqual({ doubt: null })
})

test('compares a station with uploaded outlines', async () => {
  const cast = await set()
  const station = await aiud(cast, { latitude: 46.31, longitude: 23.72 })
  const ring = [
    [10, 50],
    [11, 50],
    [11, 51],
    [10, 50],
  ]
  const geometry = { type: 'Polygon', coordinates: [ring] }
  const features = [{ type: 'Feature', properties: { code: 'AB' }, geometry }]
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  await cast.ana.call(map.uploadShapes, { body: { anyway: true } }, [
    { name: 'judete.geojson', bytes },
  ])

  expect(await cast.ana.call(places.stationDoubt, station)).toEqual({ doubt: { code: 'outside' } })
})

test('answers 404 for an unknown station', async () => {
  const { ana } = await set()

  const call = ana.call(places.stationDoubt, { params: { id: 999_999 as Id<'pollingStations'> } })

  await expect(call).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('finds the area of a station by code, name or both, and reports an ambiguous name', async () => {
  const { ana } = await set()
  const areas = 'Code,Name,Parent code\nAB9,Turda,AB\nCJ9,Turda,CJ\n'
  await ana.call(places.importAreas, { body: {} }, [
    { name: 'locuri.csv', bytes: new TextEncoder().encode(areas) },
  ])
  const rows = [
    'County,Municipality,Number',
    ...[
      'AB,ab1,71',
      'Alba,Aiud,72',
      'alba (AB),AB1 – Aiud,73',
      'Cluj,Turda,71',
      ',Turda,72',
      'CJ,Aiud,73',
      'CJ,Huedin,73',
    ],
  ].join('\n')
  const file = [{ name: 'secții.csv', bytes: new TextEncoder().encode(rows) }]

  const { added, wrong } = await ana.call(places.importStations, { body: { dryRun: true } }, file)

  expect(added).toBe(4)
  expect(wrong.map(({ line, faults }) => [line, faults[0]?.code])).toEqual([
    [6, 'area.several'],
    [7, 'area.elsewhere'],
    [8, 'area.unknown'],
  ])
})
