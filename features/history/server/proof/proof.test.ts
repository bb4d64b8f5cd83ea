import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { stage } from '#testing/stage.ts'
import { history } from '../../contract.ts'
import { beginning, proveLinks } from '../../proof-domain.ts'
import { hashing } from '../links.ts'
import { prove, sealAll, tamper, writeLines } from '../testing.ts'

const set = stage()

/** Thirty sealed lines; `idAt` returns the id of the line at a position in the chain. */
async function sealed() {
  const cast = await set()
  await cast.ana.token()
  await writeLines(cast.database, 28)
  await sealAll(cast)
  const { rows } = await sql<{ historyId: number }>`
    select history_id from history_seals order by position`.execute(cast.database.primary)
  return { cast, idAt: (position: number) => rows[position - 1]!.historyId }
}

test.each([
  ['value before', sql`before = '{"number":8}'`],
  ['value after', sql`after = '{"number": 8.0}'`],
  ['actor name', sql`actor_name = 'ana'`],
  ['actor role', sql`actor_role = 'organiser'`],
  ['actor id', sql`actor_id = 1`],
  ['time', sql`at = at + interval '1 millisecond'`],
  ['time that is infinite', sql`at = 'infinity'`],
  ['act', sql`act = 'test.read'`],
  ['subject id', sql`subject_id = 99`],
  ['subject kind', sql`subject = 'forms'`],
  ['election', sql`election_id = (select id from elections)`],
])('locates a line with an altered %s', async (_, change) => {
  const { cast, idAt } = await sealed()

  await tamper(cast.database, sql`update history set ${change} where id = ${idAt(9)}`)

  expect(await prove(cast)).toMatchObject({
    position: 8,
    broken: { position: 9, historyId: idAt(9), fault: 'altered' },
    isEnd: false,
  })
})

test('locates a removed line, also when its seal was removed too', async () => {
  const { cast, idAt } = await sealed()
  await tamper(cast.database, sql`delete from history where id = ${idAt(12)}`)
  expect(await prove(cast)).toMatchObject({
    broken: { position: 12, historyId: idAt(12), fault: 'removed' },
  })

  await tamper(cast.database, sql`delete from history_seals where history_id = ${idAt(12)}`)
  expect(await prove(cast)).toMatchObject({
    broken: { position: 12, historyId: null, fault: 'removed' },
  })
})

test('locates an inserted line, also when a seal was inserted with it', async () => {
  const { cast, idAt } = await sealed()
  // Frees the id of a line, as a rollback would.
  await tamper(cast.database, sql`delete from history where id = ${idAt(5)}`)
  await tamper(cast.database, sql`delete from history_seals where history_id = ${idAt(5)}`)
  await tamper(cast.database, sql`delete from history_seals where position > 5`)
  await sealAll(cast)
  const insert = sql`
    insert into history (id, at, actor_role, actor_name, act, subject)
    overriding system value
    values (${idAt(5)}, now(), 'server', 'Veghe', 'test.slipped-in', 'tests')`

  await tamper(cast.database, insert)
  const place = (await prove(cast)).broken!

  expect(place).toMatchObject({ historyId: idAt(5), fault: 'inserted' })
  await tamper(
    cast.database,
    sql`insert into history_seals (history_id, position, hash, sealed_at)
        values (${idAt(5)}, ${place.position}, decode(repeat('00', 32), 'hex'), now())`,
  )
  expect(await prove(cast)).toMatchObject({
    broken: { position: place.position, historyId: idAt(5), fault: 'altered' },
  })
})

test('lines that changed places are pointed at, at the first of the two', async () => {
  const { cast, idAt } = await sealed()
  const [one, other] = [idAt(15), idAt(18)]

  await tamper(
    cast.database,
    sql`update history h set subject_id = o.subject_id, after = o.after from history o
         where (h.id, o.id) in ((${one}, ${other}), (${other}, ${one}))`,
  )

  expect(await prove(cast)).toMatchObject({
    broken: { position: 15, historyId: one, fault: 'reordered' },
  })
})

test('locates an altered seal', async () => {
  const { cast, idAt } = await sealed()

  await tamper(cast.database, sql`update history_seals set hash = sha256(hash) where position = 20`)

  expect(await prove(cast)).toMatchObject({
    broken: { position: 20, historyId: idAt(20), fault: 'altered' },
  })
})

test.each([
  'update history_seals set position = 1',
  'delete from history_seals',
  'truncate history_seals',
])('seals are only ever added to: %s is refused', async (statement) => {
  const { cast } = await sealed()

  await expect(cast.database.write((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(
    'history is only ever added to',
  )
})

test('returns the chain from any line, which fits only the seal before it', async () => {
  const { cast, idAt } = await sealed()
  const { links } = await cast.ana.call(history.links, { query: {} })
  const { fitting } = proveLinks(beginning, links, hashing)
  const tenth = fitting[9]!

  const rest = await cast.ana.call(history.links, { query: { after: idAt(10) } })

  expect(proveLinks(tenth, rest.links, hashing)).toMatchObject({
    reached: fitting.at(-1),
    broken: null,
  })
  const wrong = proveLinks({ ...tenth, hash: fitting[8]!.hash }, rest.links, hashing)
  expect(wrong.broken).toMatchObject({ position: 11 })
})

test('serves the chain head as a file, or 404 before the first seal', async () => {
  const { cast } = await sealed()
  const fresh = await set()

  const { headers, body } = await cast.calin.send({ url: '/api/v1/history/head/file' })
  const none = await fresh.calin.send({ url: '/api/v1/history/head/file' })

  const { head } = await cast.ana.call(history.head)
  expect(headers['content-disposition']).toBe(
    `attachment; filename="veghe-history-head-${head!.position}.json"`,
  )
  expect(JSON.parse(body)).toEqual({ ...head, sealedAt: head!.sealedAt.toISOString() })
  expect([none.statusCode, none.json().code]).toEqual([404, 'thing.not-found'])
})
