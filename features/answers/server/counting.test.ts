import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { deadlocksIn, holdLocks, waitingForARow } from '#testing/locks.ts'
import { person, type Stage, stage } from '#testing/stage.ts'
import { aiud, blaj, dej, said, send } from './testing.ts'

const set = stage()

/** Another observer of Ana's organisation, signed in. */
async function anca({ ana, app, stranger }: Stage) {
  const phone = '0700 000 009'
  await ana.call(observers.add, { body: { name: 'Anca Radu', phone, pin: '9999' } })
  const body = { user: phone, password: '9999', uniqueId: 'anca' }
  return person(app, async () => (await stranger.call(session.authorize, { body })).access_token)
}

test('two reports that count in two counties each do not wait for each other in a circle', async () => {
  const cast = await set()
  const { bogdan, database } = cast
  const other = await anca(cast)
  await send(bogdan, said(cast, dej, 'A1.1', 'Da'), said(cast, aiud, 'A1.1', 'Nu'))
  await other.token()

  // How many stations have anything flagged is counted last: who waits for that has counted in a county.
  const letGo = await holdLocks(database, (tx) =>
    sql`select from flagged_stations for update`.execute(tx),
  )
  // What changes at a station is counted before what is new at another one.
  const first = send(bogdan, said(cast, dej, 'A1.1', 'Nu'), said(cast, aiud, 'C1.1', 'Nu'))
  await expect.poll(() => waitingForARow(database)).toBe(1)
  const second = send(other, said(cast, blaj, 'C1.1', 'Nu'))
  await expect.poll(() => waitingForARow(database)).toBe(2)
  await letGo()

  await Promise.all([first, second])
  expect(await deadlocksIn(database)).toBe(0)
})
