import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { phones, pins, type Stage, stage } from '#apps/server/testing.ts'
import { aiud, list, said, send } from '#features/answers/server/testing.ts'
import { exports } from '#features/export/contract.ts'
import { history } from '#features/history/contract.ts'
import { sealAll, tamper } from '#features/history/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/id.ts'
import { elections } from '../contract.ts'
import { currentId, listed, make, prepare } from './testing.ts'

const set = stage()

/** What would tell who observed: as they are stored, typed and called. */
const traces = ['0700 000 001', '0700000001', 'Bogdan Pop', 'Bogdan Popa']

/** An election of which much is known of Bogdan, and which is over. */
async function archived() {
  const cast = await set()
  const { ana, bogdan, stranger } = cast
  const id = await currentId(cast)
  await send(bogdan, said(cast, aiud, 'A1.1', 'Nu'))
  const wrong = { user: phones.bogdan, password: '9999', uniqueId: 'bogdan' }
  await expect(stranger.call(session.authorize, { body: wrong })).rejects.toThrow()
  await bogdan.call(session.registerDevice, { body: { channelName: 'Firebase', token: 'fcm-b' } })
  const { data } = await ana.call(observers.list, { query: { name: 'Bogdan' } })
  const observerId = data[0]!.id
  await ana.call(observers.edit, { body: { observerId, name: 'Bogdan Popa' } })
  await ana.call(exports.start, { body: { what: 'answers', observerPhoneNumber: phones.bogdan } })
  await make(cast, await prepare(cast))
  await ana.call(elections.archive, { params: { id } })
  return { cast, id, observerId }
}

const erase = ({ ana }: Stage, id: Id<'elections'>) =>
  ana.call(elections.erasePeople, { params: { id } })

/** Every table that holds one of the traces in any of its columns. */
async function tablesThatTell({ database }: Stage): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select format('%I.%I', schemaname, tablename) as "table" from pg_tables
     where schemaname in ('public', 'pgboss') order by 1`.execute(database.primary)
  const telling: string[] = []
  for (const { table } of rows) {
    const found = await sql`
      select from ${sql.raw(table)} t
       where exists (select from unnest(${traces}::text[]) trace
                      where strpos(t::text, trace) > 0)
       limit 1`.execute(database.primary)
    if (found.rows.length > 0) telling.push(table)
  }
  return telling
}

const prove = ({ ana }: Stage) => ana.call(history.prove, { query: {} })

test('who observed an election that is over is erased from every table, and what they said stays', async () => {
  const { cast, id, observerId } = await archived()
  expect(await tablesThatTell(cast)).toEqual(
    expect.arrayContaining(['public.history', 'public.observers', 'public.tasks']),
  )

  await erase(cast, id)

  expect(await tablesThatTell(cast)).toEqual([])
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({
    peopleErasedAt: cast.clock.now,
    visits: 1,
  })
  await cast.ana.call(elections.reopen, { params: { id } })
  await make(cast, id)
  const { threads } = await list(cast.ana)
  expect(threads[0]).toMatchObject({ observerName: `#${observerId}` })
  const again = { user: phones.bogdan, password: pins.bogdan, uniqueId: 'bogdan' }
  await expect(cast.stranger.call(session.authorize, { body: again })).rejects.toMatchObject({
    code: 'session.refused',
  })
})

test('the chain of history stays whole, and still shows what is altered in an erased line', async () => {
  const { cast, id } = await archived()
  await sealAll(cast)
  const before = await prove(cast)

  await erase(cast, id)
  await sealAll(cast)

  const after = await prove(cast)
  expect(after).toMatchObject({ broken: null, isEnd: true, position: before.position + 1 })
  await tamper(
    cast.database,
    sql`update history set after = '[]' where act = 'answers.received' and salt is null`,
  )
  expect(await prove(cast)).toMatchObject({ broken: { fault: 'altered' } })
})

test.each([
  ['a name in the place of the erased one', sql`actor_name = 'Ion'`],
  ['another digest', sql`name_digest = sha256('Ion')`],
])('an erased line does not take %s', async (_, change) => {
  const { cast, id } = await archived()
  await erase(cast, id)
  await sealAll(cast)

  await tamper(
    cast.database,
    sql`update history set ${change} where actor_role = 'observer' and salt is null`,
  )

  expect(await prove(cast)).toMatchObject({ broken: { fault: 'altered' } })
})

test('what was erased without an act that says so is pointed at', async () => {
  const { cast } = await archived()
  await sealAll(cast)
  const { rows } = await sql<{ id: number }>`
    update history set salt = null, actor_name = '', name_digest = name_digest(salt, actor_name)
     where act = 'answers.received' returning id`.execute(cast.database.primary)

  expect(await prove(cast)).toMatchObject({ broken: { historyId: rows[0]!.id, fault: 'erased' } })
})

test.each([
  ['a name', sql`actor_name = ''`],
  ['what was answered', sql`salt = null, actor_name = '', after = null`],
  ['who an organiser was', sql`salt = null`],
])('history gives up nothing but what may be erased: not %s alone', async (_, change) => {
  const { cast } = await archived()

  const update = cast.database.write((tx) =>
    sql`update history set ${change} where act in ('answers.received', 'elections.archived')`.execute(
      tx,
    ),
  )

  await expect(update).rejects.toThrow('history is only ever added to')
})

test('nobody is erased from an election that is not archived, and nobody twice', async () => {
  const { cast, id } = await archived()
  const current = await currentId(cast)
  await expect(erase(cast, current)).rejects.toMatchObject({ code: 'election.not-archived' })

  await erase(cast, id)
  await erase(cast, id)

  const { rows } = await sql<{ after: unknown }>`
    select after from history where act = 'elections.people-erased' order by id`.execute(
    cast.database.primary,
  )
  expect(rows).toMatchObject([{ after: { observers: 3 } }, { after: { observers: 0, lines: 0 } }])
})
