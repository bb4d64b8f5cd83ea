// @module-tag slow
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assignments } from '#features/assignments/contract.ts'
import { planElsewhere } from '#features/assignments/server/testing.ts'
import { currentId, prepare } from '#features/elections/server/testing.ts'
import { milestones } from '#features/milestones/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Places } from '#testing/evening/election.ts'
import { phones, type Stage, stage } from '#testing/stage.ts'

const set = stage()

/** The options of an import, and its report on each row. */
type Request = { readonly dryRun?: true; readonly skipInvalid?: true }
type Counts = {
  readonly added: number
  readonly ids?: readonly number[]
  readonly warnings?: unknown
  readonly doubted?: unknown
  /** Left out by an import that answers with a number. */
  readonly wrong?: readonly { readonly line: number; readonly faults: readonly object[] }[]
}
type Importing = (request: Request) => Promise<Counts>

type Importer = {
  readonly name: string
  readonly places?: Places
  /** An import whose rows follow unrelated ones. */
  readonly after: (cast: Stage) => Promise<(others: number) => Promise<Importing>>
  /** How many rows it refuses. */
  readonly refused: number
}

const nth = (count: number) => Array.from({ length: count }, (_, index) => index)

const fileOf = (headings: string, rows: readonly string[]) => [
  { name: 'a.csv', bytes: new TextEncoder().encode([headings, ...rows].join('\n')) },
]

/** Rows of a file; every fiftieth repeats the previous row in another spelling. */
const twice = (count: number, one: (index: number) => string, again: (index: number) => string) =>
  nth(count).flatMap((index) => (index % 50 === 49 ? [one(index), again(index)] : [one(index)]))

const clock = (minutes: number) =>
  new Date(Date.UTC(2026, 10, 22, 6, minutes)).toISOString().slice(0, 16).replace('T', ' ')

const importers: readonly Importer[] = [
  {
    name: 'observers',
    refused: 12,
    after: async ({ ana }) => {
      const phone = (index: number) => `711${String(index).padStart(6, '0')}`
      const rows = twice(
        600,
        (index) => `0${phone(index)},1234,Ioana`,
        (index) => `+40 ${phone(index)},1234,Ioana`,
      )
      return async (others) => {
        const before = nth(others).map((index) => `0${phone(999_999 - index)},1234,Petru`)
        const file = fileOf('Phone,Pin,Name', [...before, ...rows])
        return async ({ dryRun, ...body }) =>
          dryRun
            ? ana.call(observers.checkImport, { body }, file)
            : { added: await ana.call(observers.import, { body }, file) }
      }
    },
  },
  {
    name: 'a plan',
    refused: 12,
    after: async ({ ana }) => {
      const row = (area: string, minutes: number) =>
        `${phones.bogdan},${area},1,${clock(minutes)},2026-11-23 23:00`
      const rows = twice(
        600,
        (index) => row('AB1', index),
        (index) => row('Aiud', index),
      )
      return async (others) => {
        const before = nth(others).map((index) => row('CJ1', index))
        const file = fileOf('Phone,Municipality,Station number,From,Until', [...before, ...rows])
        return (body) => ana.call(assignments.import, { body }, file)
      }
    },
  },
  {
    name: 'a copied plan',
    refused: 300,
    after: async (cast) => {
      const electionId = await planElsewhere(cast, [
        [phones.bogdan, 'AB1', 1, '2026-12-06 00:00Z', '2026-12-06 00:01Z'],
      ])
      /** Shifts of a minute, one after the other. */
      const add = (area: string, from: string, count: number, skipped = 0) =>
        cast.database.write((tx) =>
          sql`
            insert into assignments (election_id, observer_id, polling_station_id, from_at, until_at)
            select a.election_id, a.observer_id, s.id, f.at, f.at + interval '1 minute'
              from assignments a
              join polling_stations s on s.election_id = a.election_id and s.number = 1
              join areas m on m.election_id = s.election_id and m.id = s.area_id and m.code = ${area}
             cross join generate_series(0, ${count - 1}::integer) as n
             cross join lateral (select ${from}::timestamptz + (n + ${skipped}::integer) * interval '1 minute') as f (at)
             where a.election_id = ${electionId} and a.from_at = '2026-12-06 00:00Z'`.execute(tx),
        )
      await add('AB1', '2026-12-06 04:00Z', 600)
      // Half of these are while the observer is at the station before.
      await add('CJ1', '2026-12-06 09:00Z', 600)
      let added = 0
      return async (others) => {
        if (others > added) await add('AB1', `2026-12-05 00:00Z`, others - added, added)
        added = others
        return (request) => cast.ana.call(assignments.copy, { body: { electionId, ...request } })
      }
    },
  },
  {
    name: 'stations',
    places: 'flat',
    refused: 12,
    after: async ({ ana }) => {
      const rows = twice(
        600,
        (index) => `AB,${index},Școala ${index}`,
        (index) => `AB,${index},Liceul ${index}`,
      )
      return async (others) => {
        const before = nth(others).map((index) => `CJ,${1000 + index},Școala`)
        const file = fileOf('County code,Number,Name', [...before, ...rows])
        return (body) => ana.call(places.importStations, { body }, file)
      }
    },
  },
  {
    name: 'stations with labels',
    places: 'flat',
    refused: 12,
    after: async ({ ana }) => {
      const rows = twice(
        600,
        (index) => `AB,${index}A,Școala ${index}`,
        (index) => `AB,${index}-a,Liceul ${index}`,
      )
      return async (others) => {
        const before = nth(others).map((index) => `AB,${1000 + index},Școala`)
        const file = fileOf('County code,Number,Name', [...before, ...rows])
        return (body) => ana.call(places.importStations, { body }, file)
      }
    },
  },
  {
    name: 'counties',
    places: 'flat',
    refused: 13,
    after: async ({ ana }) => {
      const rows = twice(
        600,
        (index) => `X${index},Județul ${index},1`,
        (index) => `X${index},Județul ${index},2`,
      )
      return async (others) => {
        const before = nth(others).map((index) => `Y${index},Județul ${index},0`)
        // Stations are never deleted.
        const file = fileOf('Code,Name,Stations', [...before, ...rows, 'AB,Alba,1'])
        return (body) => ana.call(places.importCounties, { body }, file)
      }
    },
  },
  {
    name: 'areas',
    refused: 13,
    after: async ({ ana }) => {
      const rows = twice(
        600,
        (index) => `X${index},Comuna ${index},AB,`,
        (index) => `X${index},Comuna ${index},AB,3`,
      )
      return async (others) => {
        const before = nth(others).map((index) => `Y${index},Comuna ${index},CJ,`)
        const file = fileOf('Code,Name,Parent,Level', [...before, ...rows, 'Z,Nicăieri,ZZ,'])
        return (body) => ana.call(places.importAreas, { body }, file)
      }
    },
  },
  {
    name: 'copied milestones',
    refused: 300,
    after: async (cast) => {
      const copyFrom = await currentId(cast)
      const electionId: Id<'elections'> = await prepare(cast, { copyFrom })
      /** Every other one is of a form that the target election lacks. */
      const add = (day: string, first: number, last: number, isOfForm: boolean) =>
        cast.database.write((tx) =>
          sql`
            insert into milestones (election_id, name, kind, due_at, form_id)
            select ${electionId}, ${day} || n, case when f.id is null then 'arrival' else 'form' end,
                   ${day}::timestamptz + n * interval '1 minute', f.id
              from generate_series(${first}::integer, ${last}::integer) as n
              left join forms f on f.election_id = ${electionId} and f.code = 'nowhere'
                               and ${isOfForm} and n % 2 = 1`.execute(tx),
        )
      await cast.database.write((tx) =>
        sql`update forms set code = 'nowhere' where election_id = ${electionId} and code = 'A'`.execute(
          tx,
        ),
      )
      await add('2026-12-06 04:00Z', 1, 600, true)
      let added = 0
      return async (others) => {
        await add('2026-12-05 04:00Z', added + 1, others, false)
        added = others
        return (request) => cast.ana.call(milestones.copy, { body: { electionId, ...request } })
      }
    },
  },
]

const faultsOf = ({ wrong = [] }: Counts) => wrong.map(({ line, faults }) => ({ line, faults }))
const linesOf = ({ wrong = [] }: Counts) => wrong.map(({ line }) => line)

test.each(importers)(
  'imports each row of $name as its check said, wherever a batch ends',
  async ({ places, after, refused }) => {
    const cast = await set(places)
    const importing = await after(cast)
    const checked = await (await importing(0))({ dryRun: true })
    expect(checked.wrong).toHaveLength(refused)
    for (const others of [1, 451]) {
      const later = await (await importing(others))({ dryRun: true })
      expect(later.added).toBe(checked.added + others)
      expect(linesOf(later)).toEqual(linesOf(checked).map((line) => line + others))
    }

    const run = await importing(451)
    const report = await run({ dryRun: true })
    const wrong = faultsOf(report)
    await expect(run({})).rejects.toMatchObject({
      code: 'import.refused',
      details: { rows: wrong },
    })
    // A check does not know the ids of new rows, and only a check warns.
    const { ids: _, warnings: _never, doubted: _none, ...done } = await run({ skipInvalid: true })
    expect(report).toMatchObject(done)
    expect({ wrong, ...(await run({ skipInvalid: true })) }).toMatchObject({ added: 0, wrong })
  },
)
