import { expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { allEndpoints, pathWith } from '#testing/calls/endpoints.ts'
import { passwords, type Stage, stage } from '#testing/stage.ts'
import { accounts } from '../contract.ts'

const set = stage()

const given = 'o parolă dată de altcineva'
const own = 'o parolă aleasă de Elena singură'

/** Elena, with an account and a password from Ana; signed in unless that was long ago. */
async function elenaOf({ ana, stranger }: Stage) {
  await ana.call(accounts.add, { body: { account: 'elena', password: given } })
  return elenaWith(stranger, given)
}

async function elenaWith(stranger: Stage['stranger'], password: string) {
  const signedIn = await stranger.call(session.authorize, { body: { user: 'elena', password } })
  const headers = { authorization: `Bearer ${signedIn.access_token}` }
  return async (method: Endpoint['method'], url: string, payload?: object) => {
    const reply = await stranger.send({ method, url, headers, ...(payload && { payload }) })
    return { status: reply.statusCode, ...reply.json() }
  }
}

const choose = (elena: Awaited<ReturnType<typeof elenaOf>>, password: string) =>
  elena('POST', accounts.choosePassword.path, { password })

test('requires a new password after sign-in with one that another user set', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const elena = await elenaOf(cast)

  expect(await elena('GET', session.me.path)).toMatchObject({ owes: 'choose-password' })
  expect(await elena('GET', history.list.path)).toMatchObject({
    status: 403,
    code: 'session.owes',
    duty: 'choose-password',
  })
  expect(await choose(elena, own)).toMatchObject({ status: 200 })

  expect(await elena('GET', session.me.path)).toMatchObject({ owes: null })
  expect(await elena('GET', history.list.path)).toMatchObject({ status: 200 })
  await expect(elenaWith(cast.stranger, given)).rejects.toMatchObject({ code: 'session.refused' })
  expect(await (await elenaWith(cast.stranger, own))('GET', session.me.path)).toMatchObject({
    owes: null,
  })
})

test('allows only the calls needed to choose a password until it is chosen', async () => {
  const cast = await set()
  const elena = await elenaOf(cast)
  const staffs = (await allEndpoints()).filter(
    ([name, { access }]) =>
      access !== 'anyone' && access !== 'observer' && name !== 'session.signOut',
  )

  const open: string[] = []
  for (const [name, endpoint] of staffs) {
    const { code } = await elena(endpoint.method, pathWith(endpoint))
    if (code !== 'session.owes' && code !== 'session.forbidden') open.push(name)
  }

  expect(open.sort()).toEqual([
    'accounts.choosePassword',
    'factors.own',
    'session.confirm',
    'session.confirmQuestion',
    'session.me',
  ])
  expect(await elena('POST', session.signOut.path)).toMatchObject({ status: 200 })
})

test('expires a password that another user set after three days', async () => {
  const cast = await set()
  await cast.ana.call(accounts.add, { body: { account: 'elena', password: given } })
  cast.clock.now = new Date(cast.clock.now.getTime() + 3 * 24 * 3_600_000)

  await expect(elenaWith(cast.stranger, given)).rejects.toMatchObject({
    code: 'session.password-expired',
  })
  await expect(elenaWith(cast.stranger, 'a wrong guess')).rejects.toMatchObject({
    code: 'session.refused',
  })
})

test('refuses to keep the given password as the chosen one', async () => {
  const cast = await set()
  const elena = await elenaOf(cast)

  expect(await choose(elena, given)).toMatchObject({ code: 'account.password-easy', why: 'given' })
})

test('requires the current password unless the account must choose one', async () => {
  const { calin } = await set()

  await expect(
    calin.call(accounts.choosePassword, { body: { password: own } }),
  ).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('requires a new password when an administrator set it, but not when its owner did', async () => {
  const cast = await set()
  const staff = await cast.ana.call(accounts.list)
  const idOf = (name: string) => staff.find(({ account }) => account === name)!.id
  const setTo = (name: string) =>
    cast.ana.call(accounts.setPassword, { params: { id: idOf(name) }, body: { password: given } })
  const owedBy = async (user: string) => {
    const { access_token } = await cast.stranger.call(session.authorize, {
      body: { user, password: given },
    })
    const headers = { authorization: `Bearer ${access_token}` }
    return (await cast.stranger.send({ url: session.me.path, headers })).json().owes
  }

  await setTo('calin')
  await setTo('ana')

  expect(await owedBy('calin')).toBe('choose-password')
  expect(await owedBy('ana')).toBe(null)
})

test.each([
  ['is a common one', 'qwertyuiop', 'usual'],
  ['is a common one with a suffix', 'Password2024!', 'usual'],
  ['is a common one in other letter case', 'Manchester', 'usual'],
  ['contains the product’s name', 'Veghe Veghe 2024', 'known-words'],
  ['contains the account’s name', 'calin-CĂLIN-99', 'known-words'],
  ['contains the organisation’s name', 'VotCurat2026', 'known-words'],
])('refuses a password that %s, wherever it is set', async (_what, password, why) => {
  const cast = await set()
  const { id } = (await cast.calin.call(accounts.list))[0]!
  const easy = { code: 'account.password-easy', details: { field: 'password', why } }
  const { calin } = cast

  await expect(
    calin.call(accounts.changeOwnPassword, { body: { current: passwords.calin, password } }),
  ).rejects.toMatchObject(easy)
  await expect(
    calin.call(accounts.setPassword, { params: { id }, body: { password } }),
  ).rejects.toMatchObject(easy)
  await expect(
    calin.call(accounts.add, { body: { account: 'calin al doilea', password } }),
  ).rejects.toMatchObject(easy)
})

test('accepts a password that holds a name and enough other text', async () => {
  const { calin } = await set()

  await calin.call(accounts.changeOwnPassword, {
    body: { current: passwords.calin, password: 'Călin merge la munte în iunie' },
  })
})
