// @module-tag slow
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assignments } from '#features/assignments/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Places } from '#testing/evening/election.ts'
import { pollOptions } from '#testing/polling.ts'
import { phones, pins, type Stage, stage } from '#testing/stage.ts'

const set = stage()

type Import = { readonly id: Id<'imports'>; readonly state: string; readonly keptCount: number }

type Importer = {
  readonly name: string
  readonly places?: Places
  readonly headings: string
  /** What the file before the first import stores. */
  readonly stored: readonly string[]
  /** The first import changes stored rows, and adds to them. */
  readonly first: readonly string[]
  /** The second import changes the rest first, then all of that: its undo takes longer. */
  readonly second: readonly string[]
  readonly calls: (cast: Stage) => {
    readonly import: (file: ReturnType<typeof fileOf>) => Promise<unknown>
    readonly list: () => Promise<readonly Import[]>
    readonly undo: (id: Id<'imports'>) => Promise<unknown>
  }
  readonly shown: ReturnType<typeof sql>
}

const fileOf = (headings: string, rows: readonly string[]) => [
  { name: 'a.csv', bytes: new TextEncoder().encode([headings, ...rows].join('\n')) },
]

/** More rows than one step of undoing handles. */
const many = (one: (index: number) => string) =>
  Array.from({ length: 250 }, (_, index) => one(index))

const ofPlaces =
  (call: typeof places.importStations | typeof places.importCounties) =>
  ({ ana }: Stage) => ({
    import: (file: ReturnType<typeof fileOf>) => ana.call(call, { body: {} }, file),
    list: () => ana.call(places.listImports),
    undo: (id: Id<'imports'>) => ana.call(places.undoImport, { params: { id } }),
  })

const minutes = (index: number) =>
  new Date(Date.UTC(2026, 10, 22, 4, index)).toISOString().slice(0, 16).replace('T', ' ')
const shift = (index: number, until: string) =>
  `${phones.bogdan},AB1,1,${minutes(index)},2026-11-22 ${until}`

const importers: readonly Importer[] = [
  {
    name: 'observers',
    headings: 'Phone,Pin,Name',
    stored: [
      ...many((index) => `0733 ${index},1234,Ana`),
      ...many((index) => `0711 ${index},1234,Ioana`),
    ],
    first: [
      `${phones.bogdan},9999,Bogdan Popescu`,
      ...many((index) => `0711 ${index},9999,Ioana Radu`),
      ...many((index) => `0722 ${index},1234,Petru`),
    ],
    second: [
      `${phones.bogdan},${pins.bogdan},Bogdan Ionescu`,
      ...many((index) => `0733 ${index},8888,Ana Pop`),
      ...many((index) => `0711 ${index},8888,Ioana Pop`),
      ...many((index) => `0722 ${index},8888,Petru Pop`),
    ],
    calls: ({ ana }) => ({
      import: (file) => ana.call(observers.import, { body: {} }, file),
      list: () => ana.call(observers.listImports),
      undo: (id) => ana.call(observers.undoImport, { params: { id } }),
    }),
    shown: sql`
      select name, phone, is_test, phone_digits, pin_hash from observers where deleted_at is null order by id`,
  },
  {
    name: 'plans',
    headings: 'Phone,Municipality code,Station number,From,Until',
    stored: [
      ...many((index) => shift(500 + index, '20:00')),
      ...many((index) => shift(index, '20:00')),
    ],
    first: [
      ...many((index) => shift(index, '21:00')),
      ...many((index) => shift(index + 250, '21:00')),
    ],
    second: [
      ...many((index) => shift(500 + index, '22:00')),
      ...many((index) => shift(index, '22:00')),
      ...many((index) => shift(index + 250, '22:00')),
    ],
    calls: ({ ana }) => ({
      import: (file) => ana.call(assignments.import, { body: {} }, file),
      list: () => ana.call(assignments.listImports),
      undo: (id) => ana.call(assignments.undoImport, { params: { id } }),
    }),
    shown: sql`
      select observer_id, polling_station_id, from_at, until_at, is_mobile, cut_until
        from assignments where deleted_at is null order by id`,
  },
  {
    name: 'stations',
    places: 'flat',
    headings: 'County code,Number,Name,Address,Voters',
    stored: many((index) => `CJ,${index},Școala,Strada 1,100`),
    first: [
      ...many((index) => `CJ,${index},Liceul,Strada 2,200`),
      ...many((index) => `AB,${index},Școala,Strada 1,100`),
    ],
    second: [
      ...many((index) => `CJ,${index},Căminul,Strada 3,300`),
      ...many((index) => `AB,${index},Căminul,Strada 3,300`),
    ],
    calls: ofPlaces(places.importStations),
    shown: sql`
      select county_id, number, name, address, registered_voters from polling_stations order by id`,
  },
  {
    name: 'counties',
    places: 'flat',
    headings: 'Code,Name,Order,Diaspora',
    stored: many((index) => `X${index},Județul,${index},nu`),
    first: [
      ...many((index) => `X${index},Ținutul,${1000 - index},da`),
      ...many((index) => `Y${index},Județul,${2000 + index},nu`),
    ],
    second: [
      ...many((index) => `X${index},Raionul,${3000 + index},nu`),
      ...many((index) => `Y${index},Raionul,${index},da`),
    ],
    calls: ofPlaces(places.importCounties),
    shown: sql`
      select code, name, position, is_diaspora from areas order by id`,
  },
]

/** Two imports over stored rows; the later one changes rows of the earlier one. */
async function importTwice(importer: Importer) {
  const { headings, stored, first, second, calls, shown } = importer
  const cast = await set(importer.places)
  // As with two processes.
  await cast.startJobs()
  await cast.startJobs()
  const plan = calls(cast)
  const rows = async () => (await shown.execute(cast.database.primary)).rows
  const states: unknown[] = []
  for (const some of [stored, first, second]) {
    await plan.import(fileOf(headings, some))
    cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
    states.push(await rows())
  }
  const [later, earlier] = await plan.list()
  const [before, between, after] = states
  return { ...plan, cast, rows, later: later!, earlier: earlier!, before, between, after }
}

const undone = (list: () => Promise<readonly Import[]>, { id }: Import) =>
  expect
    .poll(async () => (await list()).find((one) => one.id === id), pollOptions)
    .toMatchObject({ state: 'undone' })

test.each(importers)(
  'removes two imports of $name that are undone at once in reverse order',
  async (importer) => {
    const { cast, undo, list, rows, later, earlier, before } = await importTwice(importer)

    await undo(later.id)
    cast.clock.now = new Date(cast.clock.now.getTime() + 1000)
    await undo(earlier.id)
    await undone(list, later)
    await undone(list, earlier)

    expect(await list()).toMatchObject([{ keptCount: 0 }, { keptCount: 0 }, { keptCount: 0 }])
    expect(await rows()).toEqual(before)
  },
)

test.each(importers)(
  'undoing an import of $name keeps later changes and says how many',
  async (importer) => {
    const { undo, list, rows, later, earlier, between, after } = await importTwice(importer)

    await undo(earlier.id)
    await undone(list, earlier)
    const [, kept] = await list()
    expect(kept!.keptCount).toBeGreaterThanOrEqual(500)
    expect(await rows()).toEqual(after)

    await undo(later.id)
    await undone(list, later)
    expect(await rows()).toEqual(between)
  },
)
