// @module-tag slow
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { aiud, answerOf, dej, send } from '#features/answers/server/testing.ts'
import { session } from '#features/session/contract.ts'
import { pollOptions } from '#testing/polling.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()

/** The first event for a screen that missed all since that moment. */
async function announcedSince(
  url: string,
  token: string,
  since: number,
): Promise<readonly string[]> {
  const screen = await openScreen(url, token, since)
  screen.close()
  await screen.ended
  return screen.heard
}

/** A server that has listened long enough to know recent events. */
async function listening(cast: Stage) {
  const url = await cast.listen()
  const anas = (await cast.ana.token())!
  await expect.poll(() => announcedSince(url, anas, Date.now()), pollOptions).toEqual([])
  return { url, anas }
}

test('replays missed announcements to a late screen, limited to what it may see', async () => {
  const cast = await set()
  const { bogdan, calin, dana } = cast
  const { url, anas } = await listening(cast)
  const calins = (await calin.token())!
  const before = Date.now()
  const witness = await openScreen(url, anas)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  await expect
    .poll(() => witness.heard.filter((name) => name === 'answers.received').length, pollOptions)
    .toBe(2)

  const received = (heard: readonly string[]) =>
    heard.filter((name) => name === 'answers.received').length

  expect(received(await announcedSince(url, anas, before))).toBe(2)
  expect(received(await announcedSince(url, calins, before))).toBe(1)
  expect(await announcedSince(url, anas, before)).not.toContain('live.missed')
  witness.close()
})

test('reports announcements as missed when they are forgotten or precede the server’s start', async () => {
  const cast = await set()
  const { url, anas } = await listening(cast)
  expect(await announcedSince(url, anas, Date.now() - 3_600_000)).toEqual(['live.missed'])

  const before = Date.now()
  await sql`select pg_notify('veghe', 'x' || nth) from generate_series(1, 2000) as nth`.execute(
    cast.database.primary,
  )

  await expect.poll(() => announcedSince(url, anas, before), pollOptions).toEqual(['live.missed'])
})

test('tells a screen to reload everything once its account’s rights changed', async () => {
  const cast = await set()
  const { ana, calin } = cast
  const { url } = await listening(cast)
  const calins = (await calin.token())!
  const before = Date.now()
  const screen = await openScreen(url, calins)
  const { id } = (await ana.call(accounts.list)).find(({ account }) => account === 'calin')!

  const body = { role: 'guest' as const }
  await ana.call(accounts.setRole, { params: { id }, body })
  await screen.ended

  expect(await announcedSince(url, calins, before)).toContain('live.missed')
  await calin.call(session.me)
})
