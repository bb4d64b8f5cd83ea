import { expect, test } from 'vitest'
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

const upload = ({ ana }: Stage, bytes: string | Buffer, name = 'judete.geojson') =>
  ana.call(map.uploadShapes, {}, [{ name, bytes: Buffer.from(bytes as string) }])

test('shapes are matched by code or by name, and what has no counterpart is told', async () => {
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

test('a file may begin with a byte order mark, or be written in Windows-1250', async () => {
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
    'coordinates',
  ],
  [
    'too many shapes',
    collection(...Array.from({ length: 5001 }, () => [{}] as const)),
    'too-many-shapes',
  ],
])('a file with %s is refused with what is wrong', async (_what, text, why) => {
  const cast = await set()

  const uploading = upload(cast, text)

  await expect(uploading).rejects.toMatchObject({ code: 'map.not-shapes', details: { why } })
})

test('shapes that are taken away come back, and so do those that were replaced', async () => {
  const cast = await set()
  const first = (await upload(cast, collection([{ code: 'AB' }]), 'first.geojson')).file!
  const second = (await upload(cast, collection([{ code: 'CJ' }]), 'second.geojson')).file!
  const shownFile = async () => (await cast.ana.call(map.shapes, { query: {} })).file?.name

  await cast.ana.call(map.restoreShapes, { params: { id: first.id as never } })
  expect(await shownFile()).toBe('first.geojson')
  await cast.ana.call(map.restoreShapes, { params: { id: second.id as never } })
  expect(await shownFile()).toBe('second.geojson')
  await cast.ana.call(map.removeShapes, { params: { id: second.id as never } })

  expect(await shownFile()).toBeUndefined()
})

test('only who sets elections up uploads shapes', async () => {
  const { calin } = await set()
  const files = [{ name: 's.geojson', bytes: Buffer.from(collection([{ code: 'AB' }])) }]

  const uploading = calin.call(map.uploadShapes, {}, files)

  await expect(uploading).rejects.toMatchObject({ code: 'session.forbidden' })
})

test('of two who upload at once the later one is shown, and the other kept aside', async () => {
  const cast = await set()
  const text = collection([{ nume: 'Alba' }])

  const reports = await Promise.all([upload(cast, text), upload(cast, text), upload(cast, text)])

  const last = Math.max(...reports.map(({ file }) => file?.id ?? 0))
  const shown = await cast.ana.call(map.shapes, { query: {} })
  expect(shown.file?.id).toBe(last)
  await cast.ana.call(map.removeShapes, { params: { id: last as Id<'shapeFiles'> } })
  expect(await cast.ana.call(map.shapes, { query: {} })).toMatchObject({ file: null })
})
