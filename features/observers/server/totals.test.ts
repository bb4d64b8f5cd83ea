import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { phones, type Stage, stage } from '#testing/stage.ts'
import { observers } from '../contract.ts'
import { countNobody } from './testing.ts'

const set = stage()

const fileOf = (...rows: string[]) => [
  { name: 'observatori.csv', bytes: Buffer.from(['Name;Phone;Pin', ...rows].join('\n')) },
]
const idsOf = async ({ ana }: Stage) =>
  (await ana.call(observers.list, { query: {} })).data.map(({ id }) => id)

/** The total of the list and of the trash; each must equal its number of rows. */
async function lengths({ ana, calin, database }: Stage) {
  expect(await miscounted(database)).toEqual([])
  const lengthOf = async (person: Stage['ana'], deleted: boolean) => {
    const { data, totalItems } = await person.call(observers.list, { query: { deleted } })
    expect(data).toHaveLength(totalItems)
    return totalItems
  }
  return {
    all: [await lengthOf(ana, false), await lengthOf(ana, true)],
    votCurat: [await lengthOf(calin, false), await lengthOf(calin, true)],
  }
}

test('keeps the total right after adding, deleting and restoring observers', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, calin } = cast
  const [bogdan, dana] = await idsOf(cast)
  expect(await lengths(cast)).toEqual({ all: [3, 0], votCurat: [1, 0] })

  await calin.call(observers.add, { body: { name: 'Ioana Radu', phone: '0700 1', pin: '1234' } })
  expect(await lengths(cast)).toEqual({ all: [4, 0], votCurat: [2, 0] })
  // One known observer and two new ones.
  const file = fileOf(`Bogdan;${phones.bogdan};1234`, 'Petru Luca;0700 2;1234', 'Ion;0700 3;1234')
  await ana.call(observers.import, { body: {} }, file)
  expect(await lengths(cast)).toEqual({ all: [6, 0], votCurat: [2, 0] })
  await ana.call(observers.removeSeveral, { body: { ids: [bogdan!, dana!] } })
  expect(await lengths(cast)).toEqual({ all: [4, 2], votCurat: [1, 1] })
  await ana.call(observers.restoreSeveral, { body: { ids: [bogdan!, dana!] } })
  expect(await lengths(cast)).toEqual({ all: [6, 0], votCurat: [2, 0] })
  await cast.database.write((tx) =>
    sql`update observers set ngo_id = (select ngo_id from observers where id = ${dana})
         where id = ${bogdan}`.execute(tx),
  )
  expect(await lengths(cast)).toEqual({ all: [6, 0], votCurat: [3, 0] })
  await cast.database.write((tx) =>
    sql`delete from observers where phone_digits = '07002'`.execute(tx),
  )
  expect(await lengths(cast)).toEqual({ all: [5, 0], votCurat: [3, 0] })
})

test('adds an observer without waiting for an import, and counts both', async () => {
  const cast = await set()
  const { ana, database } = cast

  await database.write(async (tx) => {
    await sql`insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
              select election_id, ngo_id, 'Din fișier ' || n, '0711 ' || n, '0711' || n, ''
                from observers, generate_series(1, 10) n where phone_digits = '0700000001'`.execute(
      tx,
    )
    await countNobody(tx)
    const body = { name: 'Ioana Radu', phone: '0700 1', pin: '1234' }
    await ana.call(observers.add, { body })
    expect(await ana.call(observers.count)).toBe(4)
  })

  expect(await ana.call(observers.count)).toBe(14)
  expect(await lengths(cast)).toEqual({ all: [14, 0], votCurat: [1, 0] })
})
