import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { aiud, dej, said, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { pollOptions } from '#testing/polling.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()

const listening = sql`datname = current_database() and query like 'listen%'`

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

const narrowings: readonly (readonly [string, RawBuilder<unknown>])[] = [
  ['limited to a county', sql`update staff set county_codes = '{CJ}' where account = 'calin'`],
  ['given another role', sql`update staff set role = 'guest' where account = 'calin'`],
  [
    'in an organisation that was switched off',
    sql`update ngos set is_active = false where short_name = 'VC'`,
  ],
  [
    'signed out',
    sql`update sessions set revoked_at = now() where staff_id = (select id from staff where account = 'calin')`,
  ],
]

test.each(narrowings)(
  'stops announcements to an account %s without a notification, but not to others',
  async (_what, act) => {
    const cast = await set()
    const { ana, calin, dana } = cast
    const url = await cast.listen()
    const theirs = await openScreen(url, (await calin.token())!)
    const anas = await openScreen(url, (await ana.token())!)
    await dana.token()

    await unheard(cast, act)
    await expect.poll(() => anas.heard, pollOptions).toContain('live.missed')
    await Promise.race([
      theirs.ended,
      expect.poll(() => theirs.heard, pollOptions).toContain('live.missed'),
    ])
    await send(dana, said(cast, aiud, 'A1.1', 'Nu'))
    await expect.poll(() => anas.heard, pollOptions).toContain('answers.received')

    await theirs.ended
    expect(theirs.heard).toEqual([])
    anas.close()
  },
)

test('announces only what narrowed rights allow when a screen reconnects', async () => {
  const cast = await set()
  const { calin, dana } = cast
  const url = await cast.listen()
  const token = (await calin.token())!
  const first = await openScreen(url, token)
  const [, narrowed] = narrowings[0]!
  await unheard(cast, narrowed)
  await first.ended

  const second = await openScreen(url, token)
  await send(dana, said(cast, aiud, 'A1.1', 'Nu'))
  await send(dana, said(cast, dej, 'A1.1', 'Nu'))

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
