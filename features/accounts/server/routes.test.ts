import { expect, test } from 'vitest'
import { session } from '#features/session/contract.ts'
import { type Person, passwords, type Stage, stage } from '#testing/stage.ts'
import { accounts } from '../contract.ts'

const set = stage()

const password = 'o parolă destul de lungă'
const signIn = ({ stranger }: Stage, user: string, password: string) =>
  stranger.call(session.authorize, { body: { user, password } })
const ngoOf = async ({ ana }: Stage, shortName: string) =>
  (await ana.call(accounts.listNgos)).find((ngo) => ngo.shortName === shortName)!
const accountOf = async ({ ana }: Stage, account: string) =>
  (await ana.call(accounts.list)).find((one) => one.account === account)!
const missing = { code: 'thing.not-found' }
const forbidden = { code: 'session.forbidden' }

test('adds an organisation and makes its first account its administrator', async () => {
  const cast = await set()
  const ngoId = await cast.ana.call(accounts.addNgo, {
    body: { name: 'Ochi Deschis', shortName: 'OD' },
  })

  await cast.ana.call(accounts.add, { body: { account: 'Elena', password, ngoId: ngoId as never } })

  expect(await signIn(cast, 'elena', password)).toHaveProperty('access_token')
  expect(await accountOf(cast, 'Elena')).toMatchObject({
    role: 'ngo-administrator',
    ngo: 'Ochi Deschis',
  })
  expect(await ngoOf(cast, 'OD')).toMatchObject({ observers: 0, accounts: 1, isOrganiser: false })
})

test('refuses a name already in use, ignoring case', async () => {
  const { ana } = await set()

  const again = ana.call(accounts.add, { body: { account: 'CALIN', password } })

  await expect(again).rejects.toMatchObject({
    code: 'account.taken',
    details: { account: 'CALIN' },
  })
})

test('refuses a short password and names the field', async () => {
  const { ana } = await set()

  await expect(
    ana.call(accounts.add, { body: { account: 'elena', password: 'scurtă' } }),
  ).rejects.toMatchObject({ details: { errors: { password: expect.anything() } } })
})

test.each([
  ['letters alone', 'corbulsaintorsiarna'],
  ['digits alone', '83920174650192'],
  ['blanks at both ends', '  sub o piatră  '],
  ['letters of other scripts, and pictures', 'ключ 鍵 مفتاح 🗝🗝'],
  ['far more than 64 characters', 'Ana are mere și pere. '.repeat(9).slice(0, 190)],
])('accepts a password of %s and only that exact text', async (_what, own) => {
  const { calin, stranger } = await set()

  await calin.call(accounts.changeOwnPassword, {
    body: { current: passwords.calin, password: own },
  })

  const signIn = (password: string) =>
    stranger.call(session.authorize, { body: { user: 'calin', password: password } })
  expect(await signIn(own)).toMatchObject({ access_token: expect.any(String) })
  for (const other of [own.trim(), own.toUpperCase(), own.slice(0, -1)].filter(
    (one) => one !== own,
  ))
    await expect(signIn(other)).rejects.toMatchObject({ code: 'session.refused' })
})

test('ends existing sessions when a new password is set', async () => {
  const cast = await set()
  await cast.calin.call(session.me)
  const { id } = await accountOf(cast, 'calin')

  await cast.ana.call(accounts.setPassword, { params: { id }, body: { password } })

  await expect(cast.calin.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  await expect(signIn(cast, 'calin', passwords.calin)).rejects.toMatchObject({
    code: 'session.refused',
  })
  expect(await signIn(cast, 'calin', password)).toHaveProperty('access_token')
})

test('requires the current password to change one’s own, and keeps only this session', async () => {
  const cast = await set()
  await cast.ana.call(session.me)
  const { access_token: elsewhere } = await signIn(cast, 'ana', passwords.ana)
  const change = (current: string) =>
    cast.ana.call(accounts.changeOwnPassword, { body: { current, password } })

  await expect(change('nu e aceasta')).rejects.toMatchObject({ code: 'session.refused' })
  await change(passwords.ana)

  expect(await cast.ana.call(session.me)).toMatchObject({ account: 'ana' })
  const { statusCode } = await cast.stranger.send({
    url: '/api/v1/access/me',
    headers: { authorization: `Bearer ${elsewhere}` },
  })
  expect(statusCode).toBe(401)
})

test('signs out a deleted account at once and keeps its name in history', async () => {
  const cast = await set()
  await cast.calin.call(session.me)
  const { id } = await accountOf(cast, 'calin')

  await cast.ana.call(accounts.remove, { params: { id }, query: {} })

  await expect(cast.calin.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  const acts = await cast.database.primary
    .selectFrom('history')
    .select(['actorName', 'act', 'before'])
    .where('subject', '=', 'accounts')
    .execute()
  expect(acts).toMatchObject([
    { actorName: 'ana', act: 'accounts.deleted', before: { account: 'calin' } },
  ])
  expect(JSON.stringify(acts)).not.toContain('argon2')
})

test('refuses to delete the last organiser or to deactivate their organisation', async () => {
  const cast = await set()
  const { id } = await accountOf(cast, 'ana')
  const own = await ngoOf(cast, 'ORG')
  const last = { code: 'account.last-organiser' }

  await expect(cast.ana.call(accounts.remove, { params: { id }, query: {} })).rejects.toMatchObject(
    last,
  )
  await expect(
    cast.ana.call(accounts.editNgo, {
      params: { id: own.id },
      body: { name: 'X', shortName: 'X', isActive: false },
    }),
  ).rejects.toMatchObject(last)
})

test('locks out staff of a deactivated organisation until it is activated again', async () => {
  const cast = await set()
  await cast.calin.call(session.me)
  const { id } = await ngoOf(cast, 'VC')
  const edit = (isActive: boolean) =>
    cast.ana.call(accounts.editNgo, {
      params: { id },
      body: { name: 'Vot Curat', shortName: 'VC', isActive },
    })

  await edit(false)
  await expect(cast.calin.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  await edit(true)
  expect(await cast.calin.call(session.me)).toMatchObject({ ngo: 'Vot Curat' })
})

test('ends live updates to open screens of a deactivated organisation', async () => {
  const cast = await set()
  const url = await cast.listen()
  const screen = await fetch(`${url}/api/live`, {
    headers: { authorization: `Bearer ${await cast.calin.token()}` },
  })
  const reader = screen.body!.getReader()
  await reader.read()
  const { id } = await ngoOf(cast, 'VC')

  await cast.ana.call(accounts.editNgo, {
    params: { id },
    body: { name: 'Vot Curat', shortName: 'VC', isActive: false },
  })

  // Only the end of the stream is left to be read; an open one would wait for ever.
  let last = await reader.read()
  while (!last.done) last = await reader.read()
  expect(last.done).toBe(true)
})

test('names an organisation to callers who see its reports, though they may not list any', async () => {
  const cast = await set()
  const [theirs, own] = [await ngoOf(cast, 'VC'), await ngoOf(cast, 'ORG')]
  const name = (by: Person, { id }: Pick<typeof own, 'id'>) =>
    by.call(accounts.ngoName, { params: { id } })

  expect(await name(cast.calin, theirs)).toEqual({ name: 'Vot Curat' })
  await expect(name(cast.calin, own)).rejects.toMatchObject(missing)
  await expect(cast.sanda.call(accounts.listNgos)).rejects.toMatchObject(forbidden)
  await cast.ana.call(accounts.editNgo, { params: { id: theirs.id }, body: { isActive: false } })
  expect(await name(cast.sanda, theirs)).toEqual({ name: 'Vot Curat' })
})

test('limits administrators to the accounts of their own organisation', async () => {
  const cast = await set()
  const { calin } = cast
  const ana = await accountOf(cast, 'ana')
  const own = await ngoOf(cast, 'ORG')

  expect(await calin.call(accounts.list)).toMatchObject([{ account: 'calin' }])
  expect(await calin.call(accounts.listNgos)).toMatchObject([{ shortName: 'VC' }])
  await calin.call(accounts.add, { body: { account: 'cezar', password } })
  expect(await accountOf(cast, 'cezar')).toMatchObject({
    ngo: 'Vot Curat',
    role: 'ngo-administrator',
  })
  await expect(
    calin.call(accounts.add, { body: { account: 'x', password, ngoId: own.id } }),
  ).rejects.toMatchObject(missing)
  await expect(
    calin.call(accounts.setPassword, { params: { id: ana.id }, body: { password } }),
  ).rejects.toMatchObject(missing)
  await expect(
    calin.call(accounts.remove, { params: { id: ana.id }, query: {} }),
  ).rejects.toMatchObject(missing)
  await expect(
    calin.call(accounts.addNgo, { body: { name: 'Y', shortName: 'Y' } }),
  ).rejects.toMatchObject(forbidden)
})

test('refuses observers and strangers', async () => {
  const { bogdan, stranger } = await set()

  await expect(bogdan.call(accounts.list)).rejects.toMatchObject(forbidden)
  await expect(stranger.call(accounts.list)).rejects.toMatchObject({ code: 'session.missing' })
})
