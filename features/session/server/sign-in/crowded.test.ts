// @module-tag slow
import { expect, test, vi } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { comparing } from '#kit/server/security/password.ts'
import { passwords, phones, pins, type Stage, stage } from '#testing/stage.ts'
import { session } from '../../contract.ts'

const set = stage()

// Two hundred people sign in.
vi.setConfig({ testTimeout: 60_000 })

const ana = { user: 'ana', password: passwords.ana }
const signIn = async ({ stranger }: Stage, payload: object) =>
  stranger.send({ method: 'POST', url: session.authorize.path, payload })

test('counts no try against a sign-in turned away by the full queue', async () => {
  const cast = await set()
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const crowd = Array.from({ length: 100 }, () => comparing('staff', () => over))

  const turnedAway = await Promise.all(Array.from({ length: 6 }, () => signIn(cast, ana)))

  end()
  await Promise.all(crowd)
  expect(turnedAway.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503, 503])
  expect(Number(turnedAway[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn(cast, ana)).statusCode).toBe(200)
})

test('staff on an unknown browser sign in while known phones keep signing in', async () => {
  const cast = await set()
  const bogdan = { user: phones.bogdan, password: pins.bogdan, uniqueId: 'B1' }
  await signIn(cast, bogdan)
  const all = 200
  let [begun, done] = [0, 0]
  const goOn = async () => {
    while (begun < all) {
      begun += 1
      expect((await signIn(cast, bogdan)).statusCode).toBe(200)
      done += 1
    }
  }
  const phoning = Array.from({ length: 30 }, goOn)

  const { statusCode } = await signIn(cast, ana)
  const before = done

  await Promise.all(phoning)
  expect(statusCode).toBe(200)
  // Not last: it was served among them.
  expect(before).toBeLessThan(all - 30)
})

test('guesses from an open screen over many connections never block other people’s confirmations', async () => {
  const cast = await set()
  const { ana, calin } = cast
  const guess = { current: 'wrong', password: 'o parolă nouă și lungă' }
  await ana.token()
  const guesses = Array.from({ length: 150 }, () =>
    calin.send({ method: 'POST', url: accounts.changeOwnPassword.path, payload: guess }),
  )
  await Promise.race(guesses)

  const body = { password: passwords.ana }
  const proof = await ana.call(session.confirm, { body })

  expect(proof).toMatchObject({ access_token: expect.any(String) })
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  // Five are tried, the rest of the queue meets the lock, and the others must retry later.
  expect(statuses.filter((status) => status === 400)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  expect(statuses.filter((status) => status === 503)).toHaveLength(130)
})
