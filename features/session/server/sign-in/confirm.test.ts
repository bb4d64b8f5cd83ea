import { expect, test } from 'vitest'
import { exports } from '#features/export/contract.ts'
import { liveStream } from '#kit/contract/live.ts'
import { allEndpoints, pathWith } from '#testing/calls/endpoints.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { passwords, person, type Stage, stage } from '#testing/stage.ts'
import { session } from '../../contract.ts'

const set = stage()
const dangerous = (await allEndpoints()).filter(([, { confirmed }]) => confirmed)
const unconfirmed = { code: 'session.unconfirmed' }
const wait = (cast: Stage, minutes: number) => {
  cast.clock.now = new Date(cast.clock.now.getTime() + minutes * 60_000)
}

test('lists exactly these dangerous acts', () => {
  expect(dangerous.map(([name]) => name).sort()).toMatchInlineSnapshot(`
    [
      "accounts.add",
      "accounts.choosePassword",
      "accounts.remove",
      "accounts.restore",
      "accounts.setEmail",
      "accounts.setPassword",
      "accounts.setRole",
      "assignments.export",
      "assignments.exportUnassigned",
      "assignments.exportUncovered",
      "assignments.undoImport",
      "elections.archive",
      "elections.clearRehearsal",
      "elections.erasePeople",
      "elections.makeCurrent",
      "elections.remove",
      "exports.all",
      "exports.allV2",
      "exports.files",
      "exports.notes",
      "exports.start",
      "factors.addPasskey",
      "factors.removePasskey",
      "factors.renewRecoveryCodes",
      "factors.setRule",
      "factors.takeAway",
      "factors.turnOff",
      "factors.turnOn",
      "hooks.add",
      "hooks.rotate",
      "hooks.turn",
      "invitations.invite",
      "keys.make",
      "milestones.export",
      "observers.export",
      "observers.removeSeveral",
      "observers.undoImport",
      "places.removeCounty",
      "places.undoImport",
      "session.renew",
      "stations.exportDifferences",
      "tasks.result",
    ]
  `)
})

test('refuses dangerous acts without a recent proof of identity', async () => {
  const cast = await set()
  await cast.ana.token()
  wait(cast, 31)

  const wrong: unknown[] = []
  for (const [name, endpoint] of dangerous) {
    const { method } = endpoint
    const reply = await cast.ana.send({ method, url: pathWith(endpoint) })
    if (reply.statusCode !== 403 || reply.json().code !== unconfirmed.code)
      wrong.push([name, reply.statusCode, reply.body])
  }

  expect(wrong).toEqual([])
})

test('accepts a sign-in or a confirmation as proof of identity for half an hour', async () => {
  const cast = await set()
  const body = { what: 'observers' } as const
  await cast.ana.token()
  wait(cast, 29)
  await cast.ana.call(exports.start, { body })
  wait(cast, 2)
  await expect(cast.ana.call(exports.start, { body })).rejects.toMatchObject(unconfirmed)

  await cast.ana.call(session.confirm, { body: { password: passwords.ana } })

  await cast.ana.call(exports.start, { body })
  wait(cast, 31)
  await expect(cast.ana.call(exports.start, { body })).rejects.toMatchObject(unconfirmed)
})

test('accepts a confirmation only in the session that made it', async () => {
  const cast = await set()
  const { stranger } = cast
  const other = await stranger.call(session.authorize, {
    body: { user: 'ana', password: passwords.ana },
  })
  wait(cast, 31)
  await cast.ana.token()

  const reply = await stranger.send({
    method: 'POST',
    url: exports.start.path,
    payload: { what: 'observers' },
    headers: { authorization: `Bearer ${other.access_token}` },
  })

  expect(reply.json()).toMatchObject(unconfirmed)
})

test('wrong confirmations count like wrong sign-ins, and lock like them', async () => {
  const { ana } = await set()
  const confirm = (password: string) => ana.call(session.confirm, { body: { password } })
  for (let time = 0; time < 5; time++)
    await expect(confirm('not hers')).rejects.toMatchObject({ code: 'session.refused' })

  await expect(confirm(passwords.ana)).rejects.toMatchObject({ code: 'request.too-many' })
})

test('renews a confirmed session for its full length under the same name', async () => {
  const cast = await set()
  await cast.ana.token()
  wait(cast, 11 * 60)
  await expect(cast.ana.call(session.renew)).rejects.toMatchObject(unconfirmed)
  await cast.ana.call(session.confirm, { body: { password: passwords.ana } })

  const { access_token } = await cast.ana.call(session.renew)

  wait(cast, 11 * 60)
  const headers = { authorization: `Bearer ${access_token}` }
  const own = await cast.stranger.send({ url: session.own.path, headers })
  expect(own.json()).toMatchObject([{ isThis: true }])
  // The token it began with has expired.
  await expect(cast.ana.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
})

test('confirms only the new token, and ends the previous one within a minute', async () => {
  const cast = await set()
  const former = await cast.ana.token()
  wait(cast, 31)
  const body = { what: 'observers' } as const
  const by = (token: string | undefined) => person(cast.app, async () => token)

  const { access_token, expires_in } = await cast.ana.call(session.confirm, {
    body: { password: passwords.ana },
  })

  expect(access_token).not.toBe(former)
  // As long as the session has left, and no longer.
  expect(expires_in).toBe((12 * 60 - 31) * 60)
  await by(access_token).call(exports.start, { body })
  // Requests from other windows go on, but are not confirmed.
  expect(await by(former).call(session.me)).toMatchObject({ account: 'ana' })
  await expect(by(former).call(exports.start, { body })).rejects.toMatchObject(unconfirmed)
  wait(cast, 1)
  await expect(by(former).call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  expect(await by(access_token).call(session.own)).toMatchObject([{ isThis: true }])
})

test('accepts only the last two tokens after two confirmations within a minute', async () => {
  const cast = await set()
  const confirm = { body: { password: passwords.ana } }
  const tokens = [await cast.ana.token()]
  for (let time = 0; time < 2; time++)
    tokens.push((await cast.ana.call(session.confirm, confirm)).access_token)

  const statuses = []
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` }
    statuses.push((await cast.stranger.send({ url: session.me.path, headers })).statusCode)
  }

  expect(statuses).toEqual([401, 200, 200])
})

test('stops events to a screen on the former token after a minute', async () => {
  const cast = await set()
  const url = await cast.listen()
  const former = (await cast.ana.token())!
  const first = await openScreen(url, former)

  await cast.ana.call(session.confirm, { body: { password: passwords.ana } })

  await first.ended
  wait(cast, 1)
  expect((await fetch(url + liveStream.path, bearer(former))).status).toBe(401)
})

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
