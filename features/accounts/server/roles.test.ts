import { expect, test } from 'vitest'
import { answerOf, dej, list, send } from '#features/answers/server/testing.ts'
import { exports } from '#features/export/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { history } from '#features/history/contract.ts'
import { session } from '#features/session/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import type { Role } from '#kit/contract/roles.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { type AccountDraft, accounts } from '../contract.ts'

const set = stage()

const password = 'o parolă destul de lungă'
const forbidden = { code: 'session.forbidden' }
const notGiven = { code: 'account.role-not-given' }
const everywhere = null

const accountOf = async ({ ana }: Stage, account: string) =>
  (await ana.call(accounts.list)).find((one) => one.account === account)!

const add = (by: Person, account: string, draft: Partial<AccountDraft> = {}) =>
  by.call(accounts.add, { body: { account, password, ...draft } })

async function setRole(
  cast: Stage,
  account: string,
  role: Role,
  countyCodes: string[] | null,
  by = cast.ana,
): Promise<void> {
  const { id } = await accountOf(cast, account)
  await by.call(accounts.setRole, { params: { id }, body: { role, countyCodes } })
}

/** Signs in to an account that the test added. */
async function signIn(
  { stranger }: Stage,
  user: string,
): Promise<(url: string) => Promise<number>> {
  const body = { user, password }
  const { access_token } = await stranger.call(session.authorize, { body })
  const headers = { authorization: `Bearer ${access_token}` }
  const payload = { password: 'o parolă aleasă apoi' }
  await stranger.send({ method: 'POST', url: accounts.choosePassword.path, payload, headers })
  return async (url) => (await stranger.send({ url, headers })).statusCode
}

test('adds an account with its role and counties, and applies its rights', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const draft = { role: 'reviewer', countyCodes: ['CJ', 'AB'] } as const

  await add(cast.calin, 'ioana', { role: draft.role, countyCodes: [...draft.countyCodes] })

  expect(await accountOf(cast, 'ioana')).toMatchObject({ ...draft, ngo: 'Vot Curat' })
  const get = await signIn(cast, 'ioana')
  expect(await get('/api/v1/answers')).toBe(200)
  expect(await get('/api/v1/staff')).toBe(403)
})

test('tells limited users their counties by name, and all users their rights', async () => {
  const { rodica, gelu, sanda } = await set()

  expect(await rodica.call(session.me)).toMatchObject({
    role: 'reviewer',
    rights: ['read', 'review', 'message', 'export', 'history'],
    counties: null,
    seesEveryNgo: true,
  })
  expect(await gelu.call(session.me)).toMatchObject({
    rights: ['read'],
    counties: [{ code: 'CJ', name: 'Cluj' }],
  })
  expect((await sanda.call(session.me)).rights).not.toContain('set-up')
})

test('applies a role change to the next call of a signed-in user', async () => {
  const cast = await set()
  await cast.rodica.call(history.list, { query: {} })

  await setRole(cast, 'rodica', 'guest', everywhere)
  await expect(cast.rodica.call(history.list, { query: {} })).rejects.toMatchObject(forbidden)

  await setRole(cast, 'rodica', 'organiser', everywhere)
  await cast.rodica.call(forms.reorder, { body: { ids: [] } })
})

test('limits live updates on an open screen after its user changes role', async () => {
  const cast = await set()
  const url = await cast.listen()
  const before = await openScreen(url, (await cast.rodica.token())!)

  await setRole(cast, 'rodica', 'guest', ['AB'])
  await before.ended

  // Its stream ends, and it reconnects with its token.
  const screen = await openScreen(url, (await cast.rodica.token())!)
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  await send(
    cast.bogdan,
    answerOf(cast, { ...dej, countyCode: 'AB', municipalityCode: 'AB1' }, 'A1.1', 'Da'),
  )
  await expect.poll(() => screen.heard).toEqual(['answers.received'])
  screen.close()
})

test('administrators give every role except organiser, only in their own organisation', async () => {
  const cast = await set()

  await add(cast.calin, 'unu', { role: 'ngo-administrator' })
  await add(cast.calin, 'doi', { role: 'guest' })

  await expect(add(cast.calin, 'trei', { role: 'organiser' })).rejects.toMatchObject(notGiven)
  await expect(setRole(cast, 'doi', 'organiser', everywhere, cast.calin)).rejects.toMatchObject(
    notGiven,
  )
  await expect(setRole(cast, 'rodica', 'guest', everywhere, cast.calin)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})

test('refuses to appoint an organiser in another organisation', async () => {
  const cast = await set()
  const { ngoId } = await accountOf(cast, 'calin')

  await expect(add(cast.ana, 'ioana', { role: 'organiser', ngoId })).rejects.toMatchObject(notGiven)
  await expect(setRole(cast, 'calin', 'organiser', everywhere)).rejects.toMatchObject(notGiven)
})

test('administrators of the organiser’s organisation see everything but cannot take over its organisers', async () => {
  const cast = await set()
  await setRole(cast, 'rodica', 'ngo-administrator', everywhere)
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))
  const { id } = await accountOf(cast, 'ana')
  const calin = await accountOf(cast, 'calin')

  expect((await list(cast.rodica)).totalItems).toBe(1)
  const listed = await cast.rodica.call(accounts.list)
  expect(listed.map(({ account, mayChange }) => [account, mayChange])).toEqual([
    ['ana', false],
    ['gelu', true],
    ['rodica', true],
    ['sanda', false],
  ])
  const acts = [
    () => cast.rodica.call(accounts.setPassword, { params: { id }, body: { password } }),
    () => cast.rodica.call(accounts.setEmail, { params: { id }, body: { email: null } }),
    () => cast.rodica.call(accounts.remove, { params: { id }, query: {} }),
    () => setRole(cast, 'ana', 'guest', everywhere, cast.rodica),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject(forbidden)
  for (const act of [
    () => add(cast.rodica, 'ioana', { role: 'organiser' }),
    () => setRole(cast, 'gelu', 'organiser', everywhere, cast.rodica),
    () => setRole(cast, 'rodica', 'organiser', everywhere, cast.rodica),
  ])
    await expect(act()).rejects.toMatchObject(notGiven)
  await expect(add(cast.rodica, 'ioana', { ngoId: calin.ngoId })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})

test('does not count a limited organiser as the last organiser', async () => {
  const cast = await set()
  const last = { code: 'account.last-organiser' }

  await expect(setRole(cast, 'ana', 'organiser', ['CJ'])).rejects.toMatchObject(last)
  await expect(setRole(cast, 'ana', 'reviewer', everywhere)).rejects.toMatchObject(last)

  await setRole(cast, 'sanda', 'organiser', everywhere)
  await setRole(cast, 'ana', 'organiser', ['CJ'])
})

test('hides a file from its owner when their counties were limited after it was made', async () => {
  const cast = await set()
  await cast.startJobs()
  const { id } = await cast.rodica.call(exports.start, { body: { what: 'answers' } })
  await taskThat(cast.rodica, { id }, { state: 'done' })

  await setRole(cast, 'rodica', 'reviewer', ['CJ'])

  expect((await cast.rodica.call(tasks.list, { query: {} })).totalItems).toBe(0)
  await expect(cast.rodica.call(tasks.get, { params: { id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})

test('fails a queued export when its owner has lost the right to it', async () => {
  const cast = await set()
  const { id } = await cast.rodica.call(exports.start, { body: { what: 'answers' } })
  await setRole(cast, 'rodica', 'guest', everywhere)

  await cast.startJobs()

  expect(await taskThat(cast.rodica, { id }, { state: 'failed' })).toMatchObject({
    why: forbidden,
    result: null,
  })
})

test('records the author and both roles of a role change in history', async () => {
  const cast = await set()

  await setRole(cast, 'rodica', 'guest', ['CJ'])

  const { data } = await cast.ana.call(history.list, { query: { act: 'accounts.role-set' } })
  expect(data).toMatchObject([
    {
      actorName: 'ana',
      subjectName: 'rodica',
      before: { role: 'reviewer', countyCodes: null },
      after: { role: 'guest', countyCodes: ['CJ'] },
    },
  ])
})
