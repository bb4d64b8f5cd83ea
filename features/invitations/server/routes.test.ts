import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { factors } from '#features/factors/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { type FakeMailServer, fakeMailServers } from '#testing/fake-mail-server.ts'
import { appBody } from '#testing/passkey.ts'
import { passwords, type Stage, stage } from '#testing/stage.ts'
import { invitations } from '../contract.ts'

const open = fakeMailServers()
let office: FakeMailServer | undefined
beforeEach(() => {
  office = undefined
})
const publicUrl = 'https://veghe.example'
const set = stage(filesIn, async () => (office ? { mail: office.mail, publicUrl } : {}))

const password = 'o parolă aleasă singur'
const expired = { code: 'invitation.expired' }
const tokenIn = (text: string) => /#account=\w+&token=([\w-]{43})/.exec(text)?.[1] ?? ''

const idOf = async ({ ana }: Stage, name: string) =>
  (await ana.call(accounts.list)).find(({ account }) => account === name)!.id

const signIn = ({ stranger }: Stage, user: string, withPassword: string) =>
  stranger.call(session.authorize, { body: { user, password: withPassword } }).then(
    () => 'in',
    ({ code }) => code,
  )

const accept = ({ stranger }: Stage, token: string) =>
  stranger.call(invitations.accept, { body: { token, password } })

test('creates an account without a password, which its owner sets once by link', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const id = (await cast.ana.call(accounts.add, { body: { account: 'elena' } })) as Id<'staff'>
  const { link, isMailed } = await cast.ana.call(invitations.invite, { params: { id } })
  expect(link).toMatch(/^http:\/\/[^/]+\/invitation#account=elena&token=/)
  expect(isMailed).toBe(false)

  expect(await accept(cast, tokenIn(link))).toEqual({ account: 'elena' })

  expect(await signIn(cast, 'elena', password)).toBe('in')
  await expect(accept(cast, tokenIn(link))).rejects.toMatchObject(expired)
})

test('expires a link after three days, or when a newer one is created', async () => {
  const cast = await set()
  const params = { id: await idOf(cast, 'calin') }
  const first = await cast.ana.call(invitations.invite, { params })
  const second = await cast.ana.call(invitations.invite, { params })

  await expect(accept(cast, tokenIn(first.link))).rejects.toMatchObject(expired)
  cast.clock.now = new Date(cast.clock.now.getTime() + 3 * 24 * 3_600_000 + 1000)
  await expect(accept(cast, tokenIn(second.link))).rejects.toMatchObject(expired)
})

test('choosing a password ends every session and every lock of the account', async () => {
  const cast = await set()
  await cast.calin.call(session.me)
  for (let time = 0; time < 5; time++) await signIn(cast, 'calin', 'a guess')
  expect(await signIn(cast, 'calin', passwords.calin)).toBe('request.too-many')
  const { link } = await cast.ana.call(invitations.invite, {
    params: { id: await idOf(cast, 'calin') },
  })

  await accept(cast, tokenIn(link))

  await expect(cast.calin.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  expect(await signIn(cast, 'calin', passwords.calin)).toBe('session.refused')
  expect(await signIn(cast, 'calin', password)).toBe('in')
})

test('replaces only the password by a link, and still requires a code', async () => {
  const cast = await set()
  await cast.calin.call(factors.turnOn, { body: appBody })
  const { link } = await cast.ana.call(invitations.invite, {
    params: { id: await idOf(cast, 'calin') },
  })

  await accept(cast, tokenIn(link))

  expect(await signIn(cast, 'calin', password)).toBe('session.code-needed')
})

test('refuses an administrator who invites an organiser', async () => {
  const cast = await set()

  await expect(
    cast.calin.call(invitations.invite, { params: { id: await idOf(cast, 'ana') } }),
  ).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('mails one reset link, valid for an hour, despite repeated requests', async () => {
  office = await open()
  const cast = await set()
  await cast.startJobs()
  const params = { id: await idOf(cast, 'calin') }
  await cast.ana.call(accounts.setEmail, { params, body: { email: 'calin@example.org' } })
  const forgot = (account: string) => cast.stranger.call(invitations.forgot, { body: { account } })

  const replies = [await forgot('Calin'), await forgot('calin'), await forgot('unknown')]

  expect(replies).toEqual([{}, {}, {}])
  await expect.poll(() => office?.letters).toHaveLength(1)
  const { to, text } = office.letters[0]!
  expect(to).toEqual(['calin@example.org'])
  expect(text).toContain(`${publicUrl}/invitation#account=calin&token=`)
  expect(text).not.toContain(passwords.calin)
  cast.clock.now = new Date(cast.clock.now.getTime() + 59 * 60_000)
  await accept(cast, tokenIn(text))
  expect(await signIn(cast, 'calin', password)).toBe('in')
})

test('mails no reset link without a public address, ignoring the host of the request', async () => {
  const cast = await set()
  const params = { id: await idOf(cast, 'calin') }
  await cast.ana.call(accounts.setEmail, { params, body: { email: 'calin@example.org' } })

  await cast.stranger.send({
    method: 'POST',
    url: invitations.forgot.path,
    payload: { account: 'calin' },
    headers: { host: 'veghe.attacker.example' },
  })

  const { primary } = cast.database
  expect(await primary.selectFrom('invitations').selectAll().execute()).toEqual([])
  const [last] = await primary
    .selectFrom('history')
    .select(['act', 'after'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(last).toEqual({ act: 'invitations.asked-for', after: { isMailed: false } })
})

test('keeps link tokens out of the database, history and queued jobs', async () => {
  const cast = await set()
  const params = { id: await idOf(cast, 'calin') }
  await cast.ana.call(accounts.setEmail, { params, body: { email: 'calin@example.org' } })
  const token = tokenIn((await cast.ana.call(invitations.invite, { params })).link)

  const { primary } = cast.database
  const rows = [
    await primary.selectFrom('invitations').selectAll().execute(),
    await primary.selectFrom('history').selectAll().execute(),
  ]
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await jobsSay(cast)).not.toContain(token)
})

async function jobsSay({ database }: Stage): Promise<string> {
  const { rows } = await sql`select payload from jobs`.execute(database.primary)
  expect(rows.length).toBeGreaterThan(0)
  return JSON.stringify(rows)
}
