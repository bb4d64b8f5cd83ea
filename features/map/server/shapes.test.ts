import { expect, test } from 'vitest'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { map } from '../contract.ts'

const set = stage()

const ring = [
  [23, 46],
  [24, 46],
  [24, 47],
  [23, 46],
]

const collection = (...all: readonly (readonly [properties: object, geometry?: object])[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: all.map(([properties, geometry = { type: 'Polygon', coordinates: [ring] }]) => ({
      type: 'Feature',
      properties,
      geometry,
    })),
  })

const upload = (
  { ana }: Stage,
  bytes: string | Buffer,
  { name = 'judete.geojson', anyway = true } = {},
) =>
  ana.call(map.uploadShapes, { body: { anyway } }, [{ name, bytes: Buffer.from(bytes as string) }])

test('matches shapes by code or name, and lists those without a counterpart', async () => {
  const cast = await set()

  const report = await upload(
    cast,
    collection([{ cod: 'cj' }], [{ nume: 'ÁLBA' }], [{ nume: 'Ilfov' }]),
  )

  expect(report).toMatchObject({ matched: 2, areasWithout: [], shapesWithout: ['Ilfov'] })
  const shown = await cast.ana.call(map.shapes, { query: {} })
  expect(shown).toMatchObject({ origin: 'uploaded', file: { name: 'judete.geojson' } })
  expect(shown.areas.map(({ polygons }) => polygons)).toEqual([[[ring]], [[ring]]])
})

test('reads files with a byte order mark or in Windows-1250', async () => {
  const cast = await set()

  await upload(cast, `\uFEFF${collection([{ nume: 'Alba' }])}`)
  const text = collection([{ nume: 'Alba' }], [{ nume: 'Ia#i' }])
  const report = await upload(cast, Buffer.from(text.replace('#', '\xba'), 'latin1'))

  expect(report).toMatchObject({ matched: 1, areasWithout: ['Cluj'], shapesWithout: ['Iași'] })
})

test.each([
  ['no JSON', 'Code,Name\nAB,Alba\n', 'not-json'],
  ['no GeoJSON', '{"a":[1]}', 'not-geojson'],
  ['no feature', '{"type":"FeatureCollection","features":[7]}', 'not-geojson'],
  ['a point', collection([{}, { type: 'Point', coordinates: [1, 2] }]), 'no-polygon'],
  [
    'open rings',
    collection([{}, { type: 'Polygon', coordinates: [[...ring, [9, 9]]] }]),
    'coordinates',
  ],
  [
    'metres',
    collection([
      {},
      { type: 'Polygon', coordinates: [ring.map(([x = 0, y = 0]) => [x * 1e4, y])] },
    ]),
    'system',
  ],
  [
    'too many shapes',
    collection(...Array.from({ length: 5001 }, () => [{}] as const)),
    'too-many-shapes',
  ],
])('refuses a file with %s and names the fault', async (_what, text, why) => {
  const cast = await set()

  const uploading = upload(cast, text)

  await expect(uploading).rejects.toMatchObject({ code: 'map.not-shapes', details: { why } })
})

test('restores removed and replaced shapes', async () => {
  const cast = await set()
  const first = (await upload(cast, collection([{ code: 'AB' }]), { name: 'first.geojson' })).file!
  const second = (await upload(cast, collection([{ code: 'CJ' }]), { name: 'second.geojson' }))
    .file!
  const shownFile = async () => (await cast.ana.call(map.shapes, { query: {} })).file?.name

  await cast.ana.call(map.restoreShapes, { params: { id: first.id as never } })
  expect(await shownFile()).toBe('first.geojson')
  await cast.ana.call(map.restoreShapes, { params: { id: second.id as never } })
  expect(await shownFile()).toBe('second.geojson')
  await cast.ana.call(map.removeShapes, { params: { id: second.id as never } })

  expect(await shownFile()).toBeUndefined()
})

test('lets only users who set up elections upload shapes', async () => {
  const { calin } = await set()
  const files = [{ name: 's.geojson', bytes: Buffer.from(collection([{ code: 'AB' }])) }]

  const uploading = calin.call(map.uploadShapes, { body: {} }, files)

  await expect(uploading).rejects.toMatchObject({ code: 'session.forbidden' })
})

test('shows only the last of simultaneous uploads', async () => {
  const cast = await set()
  const text = collection([{ nume: 'Alba' }])

  const reports = await Promise.all([upload(cast, text), upload(cast, text), upload(cast, text)])

  const last = Math.max(...reports.map(({ file }) => file?.id ?? 0))
  const shown = await cast.ana.call(map.shapes, { query: {} })
  expect(shown.file?.id).toBe(last)
  await cast.ana.call(map.removeShapes, { params: { id: last as Id<'shapeFiles'> } })
  expect(await cast.ana.call(map.shapes, { query: {} })).toMatchObject({ file: null })
})

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const polygon = (...rings: readonly (readonly number[][])[]) => ({
  type: 'Polygon',
  coordinates: rings,
})
/** About where Alba is, and Cluj. */
const [alba, cluj] = [box(22.7, 45.5, 24.2, 46.5), box(22.9, 46.4, 24.2, 47.3)]

test('stores the good shapes of a file and names the bad ones', async () => {
  const cast = await set()

  const report = await upload(
    cast,
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { code: 'AB' }, geometry: polygon(alba) },
        { type: 'Feature', properties: { id: 7, nume: 'Cluj' }, geometry: null },
        { type: 'Feature', properties: { nume: 'Ilfov' }, geometry: polygon([...cluj, [1, 2]]) },
        {
          type: 'Feature',
          properties: { nume: 'Bihor' },
          geometry: polygon([...box(1, 2, 3, 1e6)]),
        },
        'no feature',
      ],
    }),
  )

  expect(report).toMatchObject({ matched: 1, areasWithout: ['Cluj'] })
  expect(report.bad).toEqual({
    count: 4,
    first: [
      { place: 2, name: 'Cluj', why: 'no-polygon' },
      { place: 3, name: 'Ilfov', why: 'coordinates' },
      { place: 4, name: 'Bihor', why: 'coordinates' },
      { place: 5, name: '', why: 'not-geojson' },
    ],
  })
})

test('reads the polygons of a geometry collection as pieces of one area', async () => {
  const cast = await set()
  const islands = { type: 'GeometryCollection', geometries: [polygon(alba), polygon(cluj)] }

  await upload(cast, collection([{ code: 'AB' }, islands]))

  const { areas } = await cast.ana.call(map.shapes, { query: {} })
  expect(areas.map(({ polygons }) => polygons)).toEqual([[[alba], [cluj]]])
})

test.each([
  [
    'a file that matches nothing',
    collection([{ nume: 'Ilfov' }, polygon(alba)]),
    'nothing-matches',
  ],
  [
    'a file of another place',
    collection([{ nume: 'Alba' }, polygon(box(-4, 40, -3, 41))]),
    'elsewhere',
  ],
])('%s replaces nothing unasked', async (_what, text, why) => {
  const cast = await set()
  const both = collection([{ code: 'AB' }, polygon(alba)], [{ code: 'CJ' }, polygon(cluj)])
  const before = await upload(cast, both, { anyway: false })
  const fileId = async () => (await cast.ana.call(map.shapes, { query: {} })).file?.id

  const refused = upload(cast, text, { anyway: false })
  await expect(refused).rejects.toMatchObject({ code: 'map.shapes-doubted', details: { why } })
  expect(await fileId()).toBe(before.file?.id)

  const { file } = await upload(cast, text)
  expect(await fileId()).toBe(file?.id)
})

/** A file of Alba and Cluj in another coordinate system. */
const written = (
  write: (position: readonly number[]) => readonly number[],
  crs: string | null = null,
) =>
  JSON.stringify({
    type: 'FeatureCollection',
    ...(crs && { crs: { type: 'name', properties: { name: crs } } }),
    features: Object.entries({ AB: alba, CJ: cluj }).map(([code, corners]) => ({
      type: 'Feature',
      properties: { code },
      geometry: polygon(corners.map((corner) => [...write(corner)])),
    })),
  })

const mercator = ([x = 0, y = 0]: readonly number[]) => [
  (x * 20_037_508.34) / 180,
  (Math.log(Math.tan(((90 + y) * Math.PI) / 360)) * 20_037_508.34) / Math.PI,
]
const swapped =
  (write: (position: readonly number[]) => readonly number[]) => (at: readonly number[]) =>
    [...write(at)].reverse()
/** Alba and Cluj in Stereo 70, about. */
const stereo70 = ([x = 0, y = 0]: readonly number[]) => [
  500_000 + (x - 25) * 76_500,
  500_000 + (y - 46) * 111_200,
]

test.each([
  ['swapped axes', swapped((at) => at), null, { system: null, isSwapped: true }],
  ['Web Mercator that it names', mercator, 'urn:ogc:def:crs:EPSG::3857', { isSwapped: false }],
  ['Web Mercator by its old name', mercator, 'EPSG:900913', { isSwapped: false }],
  ['Web Mercator that it does not name', mercator, null, { system: 'EPSG:3857' }],
  ['Stereo 70 that it names', stereo70, 'EPSG:31700', { system: 'EPSG:31700' }],
  ['Stereo 70, north first, that it does not name', swapped(stereo70), null, { isSwapped: true }],
  [
    'swapped axes of a system that it names',
    swapped((at) => at),
    'EPSG:4326',
    { system: null, isSwapped: true },
  ],
  ['degrees under the name of another system', (at: readonly number[]) => at, 'EPSG:3857', null],
  ['Web Mercator under the name of degrees', mercator, 'EPSG:4326', { system: 'EPSG:3857' }],
  ['degrees that it names', (at: readonly number[]) => at, 'urn:ogc:def:crs:OGC:1.3:CRS84', null],
  ['degrees of a system that we do not know', (at: readonly number[]) => at, 'EPSG:4610', null],
])('normalises the coordinates of a file with %s', async (_what, write, crs, converted) => {
  const cast = await set()

  const report = await upload(cast, written(write, crs), { anyway: false })

  if (converted) expect(report.converted).toMatchObject(converted)
  else expect(report.converted).toBeNull()
  const { areas } = await cast.ana.call(map.shapes, { query: {} })
  const [[longitude = 0, latitude = 0] = []] = areas[0]?.polygons[0]?.[0] ?? []
  expect(longitude).toBeCloseTo(22.7, 0)
  expect(latitude).toBeCloseTo(45.5, 0)
})

test('replaces nothing when the coordinates of all shapes are invalid', async () => {
  const cast = await set()
  const { ana } = cast
  const far = ring.map(([x = 0, y = 0]) => [x + 360, y])
  const geometry = { type: 'Polygon', coordinates: [far] }
  const isFar = collection([{ code: 'AB' }, geometry], [{ code: 'CJ' }, geometry])

  const report = await upload(cast, collection([{ code: 'AB' }], [{ code: 'CJ' }, geometry]))

  expect(report).toMatchObject({ matched: 1, areasWithout: ['Cluj'], bad: { count: 1 } })
  await expect(upload(cast, isFar)).rejects.toMatchObject({ details: { why: 'coordinates' } })
  expect((await ana.call(map.shapes, { query: {} })).areas).toHaveLength(1)
})

test('rejects metres of an unknown reference system and names it', async () => {
  const cast = await set()

  const uploading = upload(
    cast,
    written(([x = 0, y = 0]) => [x * 1e6, y * 1e6], 'EPSG:23700'),
  )

  await expect(uploading).rejects.toMatchObject({
    details: { why: 'system', system: 'EPSG:23700' },
  })
})

test('keeps correct outlines unswapped when the present ones are wrong', async () => {
  const cast = await set()
  await upload(
    cast,
    written((at) => at),
  )
  // Stored swapped, before that was noticed; the stations are right.
  await cast.database.write((tx) =>
    tx
      .updateTable('shapeFiles')
      .set({
        shapes: JSON.stringify([
          { properties: { code: 'AB' }, polygons: [[alba.map((at) => [...at].reverse())]] },
          { properties: { code: 'CJ' }, polygons: [[cluj.map((at) => [...at].reverse())]] },
        ]),
      })
      .execute(),
  )
  await cast.database.write((tx) =>
    tx
      .updateTable('pollingStations')
      .set({ latitude: 46, longitude: 23.5 })
      .where('areaId', 'in', tx.selectFrom('areas').select('id').where('code', '=', 'AB1'))
      .execute(),
  )

  const report = await upload(
    cast,
    written((at) => at),
    { anyway: false },
  )

  expect(report.converted).toBeNull()
})

/** Boxes in a row, each a degree wide, from the west of Romania. */
const boxAt = (index: number) => box(20 + index, 45, 21 + index, 46)
const setCounties = async (cast: Stage, count: number) => {
  const rows = Array.from({ length: count }, (_, index) => `X${index},Area ${index}`)
  const bytes = Buffer.from(['Code,Name', ...rows, ''].join('\n'))
  await cast.ana.call(places.importCounties, { body: {} }, [{ name: 'counties.csv', bytes }])
}
const codedBoxes = (count: number, other: Readonly<Record<number, readonly number[][]>> = {}) =>
  Array.from(
    { length: count },
    (_, index) => [{ code: `X${index}` }, polygon(other[index] ?? boxAt(index))] as const,
  )
const turned = (corners: readonly number[][]) => corners.map(([x = 0, y = 0]) => [y, x])

test.each([
  ['in another country', box(16, 47, 17, 48)],
  ['with swapped axes', turned(boxAt(2))],
])(
  'leaves out one shape %s where its present outline is not, and asks first',
  async (_, corners) => {
    const cast = await set()
    await setCounties(cast, 6)
    await upload(cast, collection(...codedBoxes(6)), { anyway: false })
    const text = collection(...codedBoxes(6, { 2: corners }))
    const bad = { count: 1, first: [{ place: 3, name: 'Area 2', why: 'misplaced' }] }

    await expect(upload(cast, text, { anyway: false })).rejects.toMatchObject({
      code: 'map.shapes-doubted',
      details: { why: 'in-part', losing: { count: 1, first: ['Area 2'] }, far: { count: 0 }, bad },
    })
    const report = await upload(cast, text)

    expect(report).toMatchObject({ matched: 5, bad })
    expect(report.areasWithout).toContain('Area 2')
  },
)

test('leaves out a shape whose stations are elsewhere, and stores the others unasked', async () => {
  const cast = await set()
  await setCounties(cast, 6)
  const stations = Array.from({ length: 6 }, (_, area) =>
    [1, 2, 3].map((number) => `X${area},${number},45.5,${20.5 + area}`),
  )
  const bytes = Buffer.from(
    ['County code,Number,Latitude,Longitude', ...stations.flat(), ''].join('\n'),
  )
  await cast.ana.call(places.importStations, { body: {} }, [{ name: 'stations.csv', bytes }])

  const report = await upload(cast, collection(...codedBoxes(6, { 4: box(28, 46, 29, 47) })), {
    anyway: false,
  })

  expect(report.matched).toBe(5)
  expect(report.bad.first).toEqual([{ place: 5, name: 'Area 4', why: 'misplaced' }])
})

test('leaves out one shape with swapped axes also where nothing is known of its area', async () => {
  const cast = await set()
  await setCounties(cast, 6)

  const report = await upload(cast, collection(...codedBoxes(6, { 1: turned(boxAt(1)) })), {
    anyway: false,
  })

  expect(report.bad.first).toEqual([{ place: 2, name: 'Area 1', why: 'misplaced' }])
})

test('asks about a shape far from all others where nothing is known of its area', async () => {
  const cast = await set()
  await setCounties(cast, 6)
  const island = collection(...codedBoxes(6, { 5: box(-61, 14, -60, 15) }))

  await expect(upload(cast, island, { anyway: false })).rejects.toMatchObject({
    details: { why: 'in-part', far: { count: 1, first: [{ place: 6, name: 'Area 5' }] } },
  })
  const report = await upload(cast, island)
  const again = await upload(cast, island, { anyway: false })

  expect(report).toMatchObject({ matched: 6, bad: { count: 0 } })
  expect(again.matched).toBe(6)
})

test('asks before a small file takes outlines away from other counties', async () => {
  const cast = await set()
  await setCounties(cast, 6)
  const before = await upload(cast, collection(...codedBoxes(6)), { anyway: false })

  await expect(upload(cast, collection(...codedBoxes(2)), { anyway: false })).rejects.toMatchObject(
    {
      details: { why: 'in-part', losing: { count: 4, first: expect.arrayContaining(['Area 5']) } },
    },
  )

  const shown = await cast.ana.call(map.shapes, { query: {} })
  expect(shown.file?.id).toBe(before.file?.id)
  expect((await upload(cast, collection(...codedBoxes(2)))).matched).toBe(2)
})

const one = { type: 'Feature', properties: { code: 'AB' }, geometry: polygon(alba) }

test.each([
  ['a feature alone', one, 1],
  ['a feature whose code is its id', { ...one, id: 'ab', properties: { id: 7 } }, 1],
  [
    'features whose codes are their ids',
    { type: 'FeatureCollection', features: [{ ...one, id: 'AB', properties: null }] },
    1,
  ],
  ['a geometry alone', polygon(alba), 0],
  [
    'a collection of geometries alone',
    { type: 'GeometryCollection', geometries: [polygon(alba)] },
    0,
  ],
])('reads %s', async (_what, content, matched) => {
  const cast = await set()

  const report = await upload(cast, JSON.stringify(content))

  expect(report).toMatchObject({ matched, shapesWithout: matched ? [] : ['#1'], bad: { count: 0 } })
})
