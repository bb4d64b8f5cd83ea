import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { comments } from '#features/comments/contract.ts'
import { history } from '#features/history/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import { isForKeys } from '#kit/contract/endpoint.ts'
import { liveStream } from '#kit/contract/live.ts'
import { allEndpoints, pathWith } from '#testing/calls/endpoints.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { keys } from '../contract.ts'
import { allowance } from '../domain.ts'
import { makeKey, program } from './testing.ts'

const set = stage()
const day = 86_400_000

const statusOf = async ({ calls }: { calls: Person }) =>
  (await calls.send({ url: answers.list.path })).statusCode

const accountOf = async ({ ana }: Stage, name: string) =>
  (await ana.call(accounts.list)).find(({ account }) => account === name)!

test('opens calls with a key, which is stored as a digest and listed with its last use', async () => {
  const cast = await set()
  const { id, key, calls } = await program(cast, cast.ana)
  const { rows } = await sql<{
    row: string
  }>`select access_keys::text as row from access_keys`.execute(cast.database.primary)

  expect(await statusOf({ calls })).toBe(200)

  expect(rows[0]?.row).not.toContain(key.slice(6, 40))
  const [listed] = await cast.ana.call(keys.list)
  expect(listed).toMatchObject({
    ...{ id, name: 'Harta', role: 'reviewer', countyCodes: null, isReadOnly: true, madeBy: 'ana' },
    ...{ usedAt: cast.clock.now, usedFrom: '127.0.0.1', state: 'working' },
  })
  expect(JSON.stringify(listed)).not.toContain(key.slice(6, 40))
})

test('ends a key that is revoked or expires, at the next call', async () => {
  const cast = await set()
  const revoked = await program(cast, cast.ana)
  const expiring = await program(cast, cast.ana, { days: 365 })
  expect([await statusOf(revoked), await statusOf(expiring)]).toEqual([200, 200])

  await cast.ana.call(keys.revoke, { params: { id: revoked.id } })

  expect([await statusOf(revoked), await statusOf(expiring)]).toEqual([401, 200])
  expect((await cast.ana.call(keys.list)).map(({ state }) => state)).toEqual([
    ...['working', 'revoked'],
  ])
  await expect(cast.ana.call(keys.revoke, { params: { id: revoked.id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  cast.clock.now = new Date(cast.clock.now.getTime() + 365 * day)
  expect(await statusOf(expiring)).toBe(401)
})

test('refuses rights, counties and lifetimes that a key cannot have, naming the field', async () => {
  const { ana, calin, rodica } = await set()

  await expect(makeKey(calin, { role: 'organiser' })).rejects.toMatchObject({
    code: 'account.role-not-given',
  })
  await expect(makeKey(ana, { countyCodes: ['XX'] })).rejects.toMatchObject({
    ...{ code: 'account.no-such-county', details: { countyCodes: ['XX'] } },
  })
  await expect(makeKey(rodica)).rejects.toMatchObject({ code: 'session.forbidden' })
  for (const body of [{ days: 366 }, { days: 0 }, { days: undefined }])
    await expect(makeKey(ana, body as never)).rejects.toMatchObject({
      ...{ code: 'request.invalid', details: { errors: { days: [expect.any(String)] } } },
    })
})

test('records acts of a key under its name and that of the account that made it', async () => {
  const cast = await set()
  const { id, calls } = await program(cast, cast.ana, { isReadOnly: false })

  await calls.call(comments.write, {
    body: { observerId: await observerIdOf(cast), text: 'De pe hartă' },
  })
  await cast.ana.call(keys.revoke, { params: { id } })

  const { data } = await cast.ana.call(history.list, { query: {} })
  expect(data.slice(0, 3).map(({ act, actorName }) => [act, actorName])).toEqual([
    ['keys.revoked', 'ana'],
    ['comments.written', 'Harta (ana)'],
    ['keys.made', 'ana'],
  ])
  expect(data[2]).toMatchObject({ subject: 'keys', subjectId: id, after: { name: 'Harta' } })
})

test('loses its rights, counties and organisation when the account that made it does', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await cast.figures()
  const { calls } = await program(cast, cast.calin, { role: 'ngo-administrator' })
  const seen = async () => (await calls.call(observers.list, { query: {} })).data.length
  expect(await seen()).toBe(1)
  expect((await calls.send({ url: observers.listImports.path })).statusCode).toBe(200)
  const params = { id: (await accountOf(cast, 'calin')).id }

  await cast.ana.call(accounts.setRole, { params, body: { role: 'reviewer', countyCodes: ['CJ'] } })

  expect((await calls.send({ url: observers.listImports.path })).statusCode).toBe(403)
  expect(await seen()).toBe(0)
  await cast.ana.call(accounts.remove, { params, query: {} })
  expect(await statusOf({ calls })).toBe(401)
  await cast.ana.call(accounts.restore, { params })
  expect(await statusOf({ calls })).toBe(401)
  expect((await cast.ana.call(keys.list))[0]).toMatchObject({ state: 'stopped', madeBy: null })
})

test('keeps an organisation’s keys from another, which neither sees nor revokes them', async () => {
  const cast = await set()
  const anas = await program(cast, cast.ana)
  const calins = await program(cast, cast.calin)

  expect((await cast.calin.call(keys.list)).map(({ id }) => id)).toEqual([calins.id])
  expect((await cast.ana.call(keys.list)).map(({ id }) => id)).toEqual([calins.id, anas.id])
  await expect(cast.calin.call(keys.revoke, { params: { id: anas.id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  expect(await statusOf(anas)).toBe(200)
})

test('follows a county that gets another code', async () => {
  const cast = await set()
  const { calls } = await program(cast, cast.ana, { countyCodes: ['CJ'] })
  const cluj = (await cast.ana.call(places.counties)).find(({ code }) => code === 'CJ')!

  await cast.ana.call(places.editCounty, { params: { id: cluj.id }, body: { code: 'KJ' } })

  expect((await cast.ana.call(keys.list))[0]?.countyCodes).toEqual(['KJ'])
  expect((await calls.call(places.counties)).map(({ code }) => code)).toEqual(['KJ'])
})

test('answers 429 with Retry-After to a key that calls too often, and to no other caller', async () => {
  const cast = await set()
  const [busy, other] = [await program(cast, cast.ana), await program(cast, cast.ana)]
  for (let call = 0; call < allowance.atOnce; call++)
    expect(await busy.calls.send({ url: '/api/v1/keys' })).toMatchObject({ statusCode: 403 })

  const refused = await busy.calls.send({ url: answers.list.path })

  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.json()).toMatchObject({ code: 'request.too-many', retryAfterSeconds: 1 })
  expect(await statusOf(other)).toBe(200)
  cast.clock.now = new Date(cast.clock.now.getTime() + 1000)
  expect(await statusOf(busy)).toBe(200)
})

test('refuses every call for people alone, and every change with a read-only key', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const all = [...(await allEndpoints()), ['live.stream', liveStream] as const]
  const staffs = all.filter(([, { access }]) => access !== 'anyone')

  const wrong: string[] = []
  for (const isReadOnly of [true, false]) {
    const { calls } = await program(cast, cast.ana, { role: 'organiser', isReadOnly })
    const refused = staffs.filter(([, endpoint]) => !isForKeys(endpoint, { isReadOnly }))
    expect(refused.length).toBeGreaterThan(60)
    for (const [name, endpoint] of refused) {
      cast.clock.now = new Date(cast.clock.now.getTime() + 1000)
      const sent = { method: endpoint.method, url: pathWith(endpoint) }
      const { statusCode, body } = await calls.send(sent)
      if (statusCode !== 403 || JSON.parse(body).code !== 'key.refused')
        wrong.push(`${name}: ${body}`)
    }
  }

  expect(wrong).toEqual([])
  // Nothing about accounts, keys, passwords and second factors is open to keys.
  const about = /^(accounts|factors|invitations|keys|session)\./
  const open = staffs.filter(([, one]) => isForKeys(one, { isReadOnly: false }))
  expect(open.map(([name]) => name).filter((name) => about.test(name))).toEqual([
    ...['session.tries', 'factors.rule', 'accounts.ngoName'],
  ])
})
