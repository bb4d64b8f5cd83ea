import { expect, test, vi } from 'vitest'
import { installation } from '#features/installation/contract.ts'
import { pollOptions } from '#testing/polling.ts'
import { passwords, type Stage, stage } from '#testing/stage.ts'
import { session } from '../../contract.ts'

const set = stage()

const signIn = ({ stranger }: Stage, payload: object, remoteAddress: string) =>
  stranger.send({ method: 'POST', url: session.authorize.path, payload, remoteAddress })

/** A phone each, and a network for every two of them. */
async function guess(cast: Stage, count: number) {
  for (let nth = 0; nth < count; nth++) {
    const payload = { user: `0799${String(nth).padStart(6, '0')}`, password: '1', uniqueId: 'x' }
    await signIn(cast, payload, `198.51.100.${Math.floor(nth / 2)}`)
  }
}

const recorded = (cast: Stage, failed: number) =>
  vi.waitFor(async () => {
    const tries = await cast.ana.call(session.tries)
    expect(tries.failed).toBe(failed)
    return tries
  }, pollOptions)

test('tells those who manage people how many guesses come from how many networks', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.ana.token()
  await guess(cast, 120)

  expect(await recorded(cast, 120)).toEqual({
    isGuessing: true,
    failed: 120,
    compared: 120,
    networks: 60,
    refusedReports: 0,
  })
})

test('ignores a few mistyped passwords', { tags: 'slow' }, async () => {
  const cast = await set()
  await guess(cast, 20)

  expect(await recorded(cast, 20)).toMatchObject({ isGuessing: false })
})

test('counts refusals by a lock without counting them as compared', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  for (let time = 0; time < 8; time++)
    await signIn(cast, { user: 'calin', password: 'wrong' }, '198.51.100.1')

  expect(await recorded(cast, 8)).toMatchObject({ compared: 5, networks: 1 })
})

test('stops reporting after five minutes', { tags: 'slow' }, async () => {
  const cast = await set()
  await guess(cast, 120)
  await recorded(cast, 120)

  cast.clock.now = new Date(cast.clock.now.getTime() + 6 * 60_000)

  expect(await cast.ana.call(session.tries)).toMatchObject({ isGuessing: false, failed: 0 })
})

test('refuses readers, and county staff without the right', async () => {
  const { rodica, bogdan } = await set()

  for (const person of [rodica, bogdan])
    await expect(person.call(session.tries)).rejects.toMatchObject({ code: 'session.forbidden' })
})

test('reports sign-in outcomes in the metrics', async () => {
  const cast = await set()
  await signIn(cast, { user: 'ana', password: passwords.ana }, '198.51.100.1')
  for (let time = 0; time < 7; time++)
    await signIn(cast, { user: 'calin', password: 'wrong' }, '198.51.100.2')

  const { body } = await cast.stranger.send({ url: installation.metrics.path })

  expect(body).toContain('veghe_sign_ins_total{outcome="right"} 1')
  expect(body).toContain('veghe_sign_ins_total{outcome="wrong"} 5')
  expect(body).toContain('veghe_sign_ins_total{outcome="locked"} 2')
  expect(body).toContain('veghe_sign_ins_total{outcome="turned-away"} 0')
  expect(body).toContain('veghe_sign_in_networks 1')
  expect(body).toContain('veghe_anonymous_calls 0')
})
