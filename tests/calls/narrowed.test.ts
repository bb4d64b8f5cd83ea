import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { aiud, answerOf, dej, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { pollOptions } from '#testing/polling.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'

const set = stage()

/** The connection that listens, whose last statement is its first or a sign of life. */
const listening = sql`datname = current_database() and (query like 'listen%' or query = 'select 1')`

/** Breaks the listening connection, once there is one, so that the act happens unnoticed. */
const unheard = async ({ database }: Stage, act: RawBuilder<unknown>) => {
  const count = async () => {
    const found = await sql`select from pg_stat_activity where ${listening}`.execute(
      database.primary,
    )
    return found.rows.length
  }
  await expect.poll(count, pollOptions).toBeGreaterThan(0)
  await database.write(async (tx) => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`.execute(tx)
    await act.execute(tx)
  })
}

/** Rodica is limited to a county, Sanda gets another role, Gelu is signed out, Călin's organisation is switched off. */
const narrow = sql`
  with limited as (update staff set county_codes = '{CJ}' where account = 'rodica'),
       demoted as (update staff set role = 'guest' where account = 'sanda'),
       signed_out as (
         update sessions set revoked_at = now() where staff_id = (select id from staff where account = 'gelu'))
  update ngos set is_active = false where short_name = 'VC'`

test('stops announcements to narrowed accounts without a notification, but not to others', async () => {
  const cast = await set()
  const { ana, rodica, sanda, gelu, calin, dana } = cast
  const url = await cast.listen()
  const open = async (person: Person) => openScreen(url, (await person.token())!)
  const theirs = await Promise.all([rodica, sanda, gelu, calin].map(open))
  const anas = await open(ana)
  await dana.token()

  await unheard(cast, narrow)
  await expect.poll(() => anas.heard, pollOptions).toContain('live.missed')
  for (const { ended, heard } of theirs)
    await Promise.race([ended, expect.poll(() => heard, pollOptions).toContain('live.missed')])
  await send(dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  await expect.poll(() => anas.heard, pollOptions).toContain('answers.received')

  for (const { ended } of theirs) await ended
  expect(theirs.map(({ heard }) => heard)).toEqual([[], [], [], []])
  anas.close()
})

test('announces only what narrowed rights allow when a screen reconnects', async () => {
  const cast = await set()
  const { calin, dana } = cast
  const url = await cast.listen()
  const token = (await calin.token())!
  const first = await openScreen(url, token)
  await unheard(cast, sql`update staff set county_codes = '{CJ}' where account = 'calin'`)
  await first.ended

  const second = await openScreen(url, token)
  await send(dana, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, dej, 'A1.1', 'Nu'))

  await expect.poll(() => second.heard, pollOptions).toContain('answers.received')
  expect(second.heard.filter((name) => name === 'answers.received')).toHaveLength(1)
  second.close()
})

test('stops announcements of an election that was left without a notification', async () => {
  const cast = await set()
  const { ana, dana } = cast
  const body = { name: 'Turul doi', day: '2026-12-06', timezone: 'Europe/Bucharest' }
  const id = await ana.call(elections.add, { body })
  await dana.token()
  const screen = await openScreen(await cast.listen(), (await ana.token())!)

  await unheard(cast, sql`update elections set is_current = false where is_current`)
  await cast.database.write((tx) =>
    sql`update elections set is_current = true where id = ${id}`.execute(tx),
  )

  await screen.ended
  expect(screen.heard).toEqual([])
})
