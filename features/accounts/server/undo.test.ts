import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { elections } from '#features/elections/contract.ts'
import { currentId, make, prepare } from '#features/elections/server/testing.ts'
import { tracesOf } from '#features/elections/server/testing-traces.ts'
import { exports } from '#features/export/contract.ts'
import { factors } from '#features/factors/contract.ts'
import { history } from '#features/history/contract.ts'
import { invitations } from '#features/invitations/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { TestPasskey } from '#testing/passkey.ts'
import { pollOptions } from '#testing/polling.ts'
import { passwords, person, type Stage, stage } from '#testing/stage.ts'
import { accounts } from '../contract.ts'

const set = stage(filesIn, async () => ({ publicUrl: 'http://localhost' }))

const missing = { code: 'thing.not-found' }
const chosen = 'o parolă aleasă singur'

const accountOf = async ({ ana }: Stage, account: string) =>
  (await ana.call(accounts.list)).find((one) => one.account === account)!
const signIn = ({ stranger }: Stage, user: string, password: string) =>
  stranger.call(session.authorize, { body: { user, password } })
const remove = async (cast: Stage, account = 'calin') => {
  const params = { id: (await accountOf(cast, account)).id }
  await cast.ana.call(accounts.remove, { params, query: {} })
  return params
}
/** Moves the clock forward and signs Ana in again. */
const later = async (cast: Stage, hours: number) => {
  cast.clock.now = new Date(cast.clock.now.getTime() + hours * 3_600_000)
  const { access_token } = await signIn(cast, 'ana', passwords.ana)
  return person(cast.app, async () => access_token)
}

test('restores an account with its password, role, limits, address and passkey', async () => {
  const cast = await set()
  const { id } = await accountOf(cast, 'calin')
  await cast.ana.call(accounts.setRole, {
    params: { id },
    body: { role: 'reviewer', countyCodes: ['CJ'] },
  })
  await cast.ana.call(accounts.setEmail, { params: { id }, body: { email: 'c@example.org' } })
  const key = new TestPasskey()
  const passkey = key.register(await cast.calin.call(factors.newPasskey))
  await cast.calin.call(factors.addPasskey, { body: { name: 'cheie', passkey } })
  const before = await accountOf(cast, 'calin')

  const params = await remove(cast)
  expect(await cast.ana.call(accounts.listDeleted)).toMatchObject([
    { id, account: 'calin', ngo: 'Vot Curat', role: 'reviewer', countyCodes: ['CJ'] },
  ])
  await expect(signIn(cast, 'calin', passwords.calin)).rejects.toMatchObject({
    code: 'session.refused',
  })
  await cast.ana.call(accounts.restore, { params })

  expect(await accountOf(cast, 'calin')).toEqual(before)
  expect(await cast.ana.call(accounts.listDeleted)).toEqual([])
  expect(await signIn(cast, 'calin', passwords.calin)).toMatchObject({
    access_token: expect.any(String),
  })
  const question = await cast.stranger.call(session.passkeyQuestion)
  const proved = await cast.stranger.call(session.authorizeByPasskey, {
    body: { passkey: key.answer(question) },
  })
  expect(proved).toHaveProperty('access_token')
})

test('keeps sessions and invitation links ended after an account is restored', async () => {
  const cast = await set()
  await cast.calin.call(session.me)
  const { id } = await accountOf(cast, 'calin')
  const { link } = await cast.ana.call(invitations.invite, { params: { id } })
  const token = /token=([\w-]{43})/.exec(link)?.[1] ?? ''

  await cast.ana.call(accounts.restore, { params: await remove(cast) })

  await expect(cast.calin.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  await expect(
    cast.stranger.call(invitations.accept, { body: { token, password: chosen } }),
  ).rejects.toMatchObject({ code: 'invitation.expired' })
  await signIn(cast, 'calin', passwords.calin)
})

test('gives a restored account its earlier tasks back', async () => {
  const cast = await set()
  await cast.startJobs()
  const task = await cast.calin.call(exports.start, { body: { what: 'observers' } })
  await taskThat(cast.calin, task, { state: 'done' })

  await cast.ana.call(accounts.restore, { params: await remove(cast) })

  const { access_token } = await signIn(cast, 'calin', passwords.calin)
  const back = person(cast.app, async () => access_token)
  expect((await back.call(tasks.list, { query: {} })).data).toMatchObject([{ id: task.id }])
})

test('records the author of a restoration in history', async () => {
  const cast = await set()
  const { role, ngoId } = await accountOf(cast, 'calin')
  await cast.ana.call(accounts.restore, { params: await remove(cast) })

  const { data } = await cast.ana.call(history.list, { query: { subject: 'accounts' } })
  expect(data).toMatchObject([
    {
      act: 'accounts.restored',
      actorName: 'ana',
      after: { account: 'calin', role, ngoId, countyCodes: null },
    },
    { act: 'accounts.deleted' },
  ])
})

test('restores an account once when asked several times at once', async () => {
  const cast = await set()
  const params = await remove(cast)

  const pressed = await Promise.allSettled([
    cast.ana.call(accounts.restore, { params }),
    cast.ana.call(accounts.restore, { params }),
  ])

  expect(pressed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(cast.ana.call(accounts.restore, { params })).rejects.toMatchObject(missing)
})

test('refuses to restore an account whose name is taken', async () => {
  const cast = await set()
  const params = await remove(cast)
  await cast.ana.call(accounts.add, { body: { account: 'CALIN', password: chosen } })

  await expect(cast.ana.call(accounts.restore, { params })).rejects.toMatchObject({
    code: 'account.taken',
    details: { account: 'calin' },
  })
})

test('administrators restore only accounts of their own organisation, and no organisers', async () => {
  const cast = await set()
  const add = async (account: string, ngoId: number | undefined, role: 'organiser' | 'guest') =>
    (await cast.ana.call(accounts.add, {
      body: { account, password: chosen, role, ...(ngoId && { ngoId: ngoId as never }) },
    })) as never
  const { ngoId } = await accountOf(cast, 'calin')
  const [own, other, organiser] = [
    await add('elena', ngoId, 'guest'),
    await add('horia', undefined, 'guest'),
    await add('irina', undefined, 'organiser'),
  ]
  for (const account of ['elena', 'horia', 'irina']) await remove(cast, account)
  await cast.ana.call(accounts.setRole, {
    params: { id: (await accountOf(cast, 'rodica')).id },
    body: { role: 'ngo-administrator', countyCodes: null },
  })

  const restoring = (by: 'calin' | 'rodica', id: never) =>
    cast[by].call(accounts.restore, { params: { id } })
  for (const id of [other, organiser])
    await expect(restoring('calin', id)).rejects.toMatchObject(missing)
  await expect(restoring('rodica', organiser)).rejects.toMatchObject({ code: 'session.forbidden' })
  const seen = async (by: 'ana' | 'calin' | 'rodica') =>
    (await cast[by].call(accounts.listDeleted)).map(({ account }) => account)
  expect([await seen('ana'), await seen('rodica'), await seen('calin')]).toEqual([
    ['irina', 'horia', 'elena'],
    ['horia'],
    ['elena'],
  ])
  await restoring('calin', own)
  expect((await accountOf(cast, 'elena')).ngoId).toBe(ngoId)
})

test('restores county limits under a county code that changed meanwhile', async () => {
  const cast = await set()
  const { id } = await accountOf(cast, 'calin')
  const body = { role: 'guest', countyCodes: ['CJ'] } as const
  await cast.ana.call(accounts.setRole, {
    params: { id },
    body: { ...body, countyCodes: [...body.countyCodes] },
  })
  const params = await remove(cast)
  const cluj = (await cast.ana.call(places.counties)).find(({ code }) => code === 'CJ')!
  await cast.ana.call(places.editCounty, {
    params: { id: cluj.id },
    body: { code: 'CLJ' },
  })

  await cast.ana.call(accounts.restore, { params })

  expect(await accountOf(cast, 'calin')).toMatchObject({ countyCodes: ['CLJ'] })
})

test('keeps a deleted account restorable for a day, then erases it with its password', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  const params = await remove(cast)
  const { database } = cast
  const [kept] = await database.primary
    .selectFrom('deletedAccounts')
    .select('passwordHash')
    .execute()
  const traces = [kept!.passwordHash]
  expect(await tracesOf(cast, traces)).toEqual(['public.deleted_accounts.password_hash'])

  const inTime = await later(cast, 23.9)
  expect(await inTime.call(accounts.listDeleted)).toHaveLength(1)
  const tooLate = await later(cast, 0.2)
  expect(await tooLate.call(accounts.listDeleted)).toEqual([])
  await expect(tooLate.call(accounts.restore, { params })).rejects.toMatchObject(missing)
  const { rows } = await sql<{ after: number }>`
    select extract(epoch from due_at - created_at)::integer as after
      from jobs where name = 'accounts.forget'`.execute(database.primary)
  expect(rows).toEqual([{ after: 86_401 }])
  await database.write((tx) =>
    sql`update jobs set due_at = now() where name = 'accounts.forget'`.execute(tx),
  )
  await vi.waitFor(async () => expect(await tracesOf(cast, traces)).toEqual([]), pollOptions)
})

test('erasing the people of an election also erases its deleted accounts', async () => {
  const cast = await set()
  await cast.startJobs()
  const id = await currentId(cast)
  await remove(cast)
  await make(cast, await prepare(cast))
  await cast.ana.call(elections.archive, { params: { id } })

  await cast.ana.call(elections.erasePeople, { params: { id } })

  await vi.waitFor(
    async () => expect(await cast.ana.call(accounts.listDeleted)).toEqual([]),
    pollOptions,
  )
})
