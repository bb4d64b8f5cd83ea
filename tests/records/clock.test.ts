import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, send, summary } from '#features/answers/server/testing.ts'
import { chainOf, prove, sealAll } from '#features/history/server/testing.ts'
import { session } from '#features/session/contract.ts'
import { phones, pins, stage } from '#testing/stage.ts'

const set = stage()

const hours = (count: number) => count * 3_600_000

/** Sets the server's clock, forwards or backwards. */
const jump = (clock: { now: Date }, ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

test('expires sessions when the clock jumps forward, and accepts them once it is right', async () => {
  const { bogdan, clock } = await set()
  await bogdan.call(session.me)

  jump(clock, hours(24))
  await expect(bogdan.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  jump(clock, -hours(24))

  expect(await bogdan.call(session.me)).toMatchObject({ role: 'observer' })
})

test('keeps a session that began while the clock was ahead', async () => {
  const { bogdan, clock } = await set()
  jump(clock, hours(2))
  await bogdan.token()

  jump(clock, -hours(2))

  expect(await bogdan.call(session.me)).toMatchObject({ role: 'observer' })
})

test('keeps the last answer although the clock jumped back before it', async () => {
  const cast = await set()
  const { bogdan, clock, database } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  jump(clock, hours(1))
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  jump(clock, -hours(2))
  await bogdan.call(session.me)

  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
  expect(await miscounted(database)).toEqual([])
  // The current answers, in the quarter of an hour of their arrival, by the clock of that time.
  const { rows } = await sql<{ reports: number }>`
    select reports from report_counts order by quarter`.execute(database.primary)
  expect(rows.map(({ reports }) => reports)).toEqual([1])
})

test('seals history in the order of events, whatever the clock showed', async () => {
  const cast = await set()
  const { ana, bogdan, clock } = cast
  for (const [option, ms] of [
    ['Nu', hours(3)],
    ['Da', -hours(5)],
    ['Nu', hours(2)],
  ] as const) {
    await send(bogdan, answerOf(cast, aiud, 'A1.1', option))
    jump(clock, ms)
  }
  await sealAll(cast)

  const positions = (await chainOf(cast.database)).map(({ position }) => position)
  expect(positions).toEqual(positions.map((_, place) => place + 1))
  expect(await prove({ ana })).toMatchObject({ broken: null })
})

test('lifts a lockout from a clock that was ahead once it is right', async () => {
  const { stranger, clock } = await set()
  const wrong = { user: phones.bogdan, password: '0000', uniqueId: 'x' }
  jump(clock, hours(24))
  for (let attempt = 0; attempt < 5; attempt++)
    await stranger.call(session.authorize, { body: wrong }).catch(() => undefined)

  jump(clock, -hours(24))

  const right = { ...wrong, password: pins.bogdan }
  expect(await stranger.call(session.authorize, { body: right })).toMatchObject({
    access_token: expect.any(String),
  })
})
