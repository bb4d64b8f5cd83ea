import { beforeEach, expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { answerOf, dej, list, send } from '#features/answers/server/testing.ts'
import { comments } from '#features/comments/contract.ts'
import { currentId, make, prepare } from '#features/elections/server/testing.ts'
import { incidents } from '#features/incidents/contract.ts'
import { makeIncident } from '#features/incidents/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { review } from '#features/reviews/server/testing.ts'
import { session } from '#features/session/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { type FakeMailServer, fakeMailServers } from '#testing/fake-mail-server.ts'
import { type Person, passwords, person, type Stage, stage } from '#testing/stage.ts'
import { alerts } from '../contract.ts'

const open = fakeMailServers()
let office: FakeMailServer | undefined
beforeEach(() => {
  office = undefined
})
const publicUrl = 'https://veghe.example'
const set = stage(filesIn, async () => (office ? { mail: office.mail, publicUrl } : {}))

type Access = CallInput<typeof accounts.setRole>['body']

const mention = (by: Person, subject: object, name: string) =>
  by.call(comments.write, { body: { ...subject, text: `Vezi, @${name}?` } })

const read = (person: Person) => person.call(alerts.list)

/** As `*Urnă nesigilată: mention 2 ana`; a star where it is new. */
const shownTo = async (person: Person) =>
  (await read(person)).groups.map(
    ({ name, isNew, counts }) =>
      `${isNew ? '*' : ''}${name}: ${counts.map((one) => `${one.kind} ${one.count} ${one.by}`.trim()).join(', ')}`,
  )

const later = ({ clock }: Stage, minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

async function accountOf({ ana }: Stage, name: string) {
  const found = (await ana.call(accounts.list)).find(({ account }) => account === name)
  return found as NonNullable<typeof found>
}

async function setAccess(cast: Stage, name: string, access: Partial<Access>) {
  const { id, role } = await accountOf(cast, name)
  await cast.ana.call(accounts.setRole, {
    params: { id },
    body: { role, countyCodes: null, ...access },
  })
}

const settings = {
  ...{ mutedKinds: [], mutedCountyCodes: [], quietHours: null, byEmail: false },
} satisfies CallInput<typeof alerts.set>['body']

/** Dana's report from Dej in CJ, and the subjects around it. */
async function subjects(cast: Stage) {
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  const observerId = await observerIdOf(cast, 'Dana Ionescu')
  const pollingStationId = cast.field.stationId('CJ1', 1) as Id<'pollingStations'>
  const { threads } = await list(cast.ana)
  return { observerId, pollingStationId, report: { observerId, pollingStationId }, threads }
}

test('alerts of mentions in comments on an observer, a station, a report and an incident', async () => {
  const cast = await set()
  const { observerId, pollingStationId, report } = await subjects(cast)
  const { id: incidentId } = await makeIncident(cast.rodica, { severity: 'low' })
  for (const subject of [{ observerId }, { pollingStationId }, report, { incidentId }]) {
    await mention(cast.ana, subject, 'rodica')
    later(cast, 1)
  }

  expect(await shownTo(cast.rodica)).toEqual([
    '*Urnă nesigilată: mention 1 ana',
    '*Cluj Dej 1, Dana Ionescu: mention 1 ana',
    '*Cluj Dej 1: mention 1 ana',
    '*Dana Ionescu: mention 1 ana',
  ])
  expect((await read(cast.rodica)).unread).toBe(4)
  expect(await shownTo(cast.ana)).toEqual([])
})

test('alerts of reports and incidents that others assigned, while they are assigned', async () => {
  const cast = await set()
  const { threads } = await subjects(cast)
  await review(cast.ana, threads, { assignee: 'rodica' })
  later(cast, 1)
  await review(cast.ana, threads, { state: 'in-work' })
  const { id } = await makeIncident(cast.ana, { severity: 'low', owner: 'rodica' })
  await makeIncident(cast.rodica, { severity: 'low', owner: 'rodica' })

  expect(await shownTo(cast.rodica)).toEqual([
    '*Urnă nesigilată: assigned 1 ana',
    '*Cluj Dej 1, Dana Ionescu: assigned 1 ana',
  ])

  await review(cast.ana, threads, { assignee: null })
  await cast.ana.call(incidents.edit, { params: { id }, body: { state: 'closed' } })
  expect(await shownTo(cast.rodica)).toEqual([])
})

test('alerts the owner once a due time has passed, and all who see it of a severe incident', async () => {
  const cast = await set()
  const dueAt = '2026-11-22T09:30:00Z'
  await makeIncident(cast.rodica, { severity: 'low', owner: 'rodica', dueAt })
  await makeIncident(cast.calin, { severity: 'critical', title: 'Incendiu' })

  expect(await shownTo(cast.rodica)).toEqual(['*Incendiu: severe 1 calin'])
  later(cast, 31)
  expect(await shownTo(cast.rodica)).toEqual([
    '*Urnă nesigilată: due 1',
    '*Incendiu: severe 1 calin',
  ])
  expect(await shownTo(cast.ana)).toEqual(['*Incendiu: severe 1 calin'])
  // Sanda's county is CJ, and it is placed nowhere.
  expect(await shownTo(cast.sanda)).toEqual([])
})

test('alerts of a due time that passed while an incident was closed, once it is open again', async () => {
  const cast = await set()
  const dueAt = '2026-11-22T09:30:00Z'
  const { id } = await makeIncident(cast.ana, { severity: 'low', owner: 'rodica', dueAt })
  const edit = (state: 'closed' | 'open') =>
    cast.ana.call(incidents.edit, { params: { id }, body: { state } })
  await edit('closed')
  later(cast, 60)
  await makeIncident(cast.ana)
  await cast.rodica.call(alerts.markRead, { body: { until: cast.clock.now.toISOString() } })

  await edit('open')

  expect(await shownTo(cast.rodica)).toContain('*Urnă nesigilată: due 1')
})

test('alerts a second account of an overdue incident, which has to see it', async () => {
  const cast = await set()
  const dueAt = '2026-11-22T09:30:00Z'
  const draft = { severity: 'low', owner: 'rodica', dueAt } as const
  const { id } = await makeIncident(cast.rodica, { ...draft, escalateTo: 'rodica' })
  await cast.ana.call(incidents.edit, { params: { id }, body: { escalateTo: 'ana' } })
  await expect(makeIncident(cast.ana, { ...draft, escalateTo: 'sanda' })).rejects.toMatchObject({
    ...{ code: 'request.invalid', details: { errors: { escalateTo: [expect.any(String)] } } },
  })

  later(cast, 31)

  const overdue = '*Urnă nesigilată: due 1'
  expect(await shownTo(cast.ana)).toEqual([overdue])
  expect(await shownTo(cast.rodica)).toEqual([overdue])
  await cast.ana.call(incidents.edit, { params: { id }, body: { state: 'closed' } })
  expect(await shownTo(cast.ana)).toEqual([])
})

test('groups alerts by subject, and reads one group or all', async () => {
  const cast = await set()
  const { report, pollingStationId } = await subjects(cast)
  const { id: incidentId } = await makeIncident(cast.ana, { owner: 'rodica' })
  later(cast, 1)
  for (const by of [cast.ana, cast.sanda, cast.calin]) await mention(by, report, 'rodica')
  const { unread, groups } = await read(cast.rodica)
  const [first] = groups
  // Alerts and not subjects: a screen makes a sound when the number rises.
  expect(unread).toBe(4)
  expect(await shownTo(cast.rodica)).toEqual([
    '*Cluj Dej 1, Dana Ionescu: mention 2 sanda',
    '*Urnă nesigilată: assigned 1 ana, severe 1 ana',
  ])

  const until = (first?.at ?? cast.clock.now).toISOString()
  await cast.rodica.call(alerts.markRead, { body: { ...report, until } })
  later(cast, 1)
  await mention(cast.ana, report, 'rodica')
  later(cast, 1)
  await mention(cast.ana, { incidentId }, 'rodica')

  expect(await shownTo(cast.rodica)).toEqual([
    '*Urnă nesigilată: mention 1 ana, assigned 1 ana, severe 1 ana',
    '*Cluj Dej 1, Dana Ionescu: mention 1 ana',
  ])
  await cast.rodica.call(alerts.markRead, { body: { until: '2030-01-01T00:00:00Z' } })
  expect((await read(cast.rodica)).unread).toBe(0)
  // What comes later is not read, whatever moment was sent.
  later(cast, 1)
  await mention(cast.ana, { pollingStationId }, 'rodica')
  expect((await read(cast.rodica)).unread).toBe(1)
  await expect(
    cast.calin.call(alerts.markRead, { body: { incidentId, until } }),
  ).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('has no alert about what an account sees no more', async () => {
  const cast = await set()
  const { observerId, pollingStationId, report } = await subjects(cast)
  const stationId = { pollingStationId }
  const { id: incidentId } = await makeIncident(cast.ana, stationId)
  for (const subject of [{ observerId }, stationId, report, { incidentId }])
    await mention(cast.ana, subject, 'rodica')
  const commentId = await mention(cast.ana, report, 'rodica')
  expect(await shownTo(cast.rodica)).toHaveLength(4)

  await setAccess(cast, 'rodica', { countyCodes: ['AB'] })
  expect(await shownTo(cast.rodica)).toEqual([])

  await setAccess(cast, 'rodica', { countyCodes: ['CJ'] })
  expect(await shownTo(cast.rodica)).toHaveLength(4)
  await cast.ana.call(comments.remove, { params: { id: commentId } })
  expect(await shownTo(cast.rodica)).toContain('*Cluj Dej 1, Dana Ionescu: mention 1 ana')
  await cast.ana.call(observers.remove, { query: { id: observerId } })
  // Her report is still there.
  const left = await shownTo(cast.rodica)
  expect(left).not.toContain('*Dana Ionescu: mention 1 ana')
  expect(left).toContain('*Cluj Dej 1, Dana Ionescu: mention 1 ana')
})

test('leaves out muted kinds and counties, and says when it is quiet', async () => {
  const cast = await set()
  const { observerId, report } = await subjects(cast)
  await makeIncident(cast.ana)
  later(cast, 1)
  await mention(cast.ana, report, 'rodica')
  await mention(cast.ana, { observerId }, 'rodica')
  const mutedCountyCodes = ['CJ']

  await cast.rodica.call(alerts.set, {
    // It is 11:00 in Bucharest.
    body: { ...settings, mutedKinds: ['severe'], quietHours: { from: 22, until: 12 } },
  })

  expect(await shownTo(cast.rodica)).toHaveLength(2)
  expect((await read(cast.rodica)).isQuiet).toBe(true)
  await cast.rodica.call(alerts.set, { body: { ...settings, mutedCountyCodes } })
  expect(await shownTo(cast.rodica)).toEqual([
    '*Dana Ionescu: mention 1 ana',
    '*Urnă nesigilată: severe 1 ana',
  ])
  expect(await cast.rodica.call(alerts.settings)).toEqual({
    ...{ ...settings, mutedCountyCodes, email: 'no-server' },
  })
  expect(await shownTo(cast.ana)).toEqual([])
})

test('keeps settings in another election, of a restored account, and where a change leaves them out', async () => {
  const cast = await set()
  const { report } = await subjects(cast)
  await mention(cast.ana, report, 'rodica')
  await Promise.all([
    cast.rodica.call(alerts.set, { body: { mutedCountyCodes: ['CJ'] } }),
    cast.rodica.call(alerts.set, { body: { mutedKinds: ['due'] } }),
  ])
  await cast.rodica.call(alerts.set, { body: { quietHours: { from: 22, until: 7 } } })
  await make(cast, await prepare(cast, { copyFrom: await currentId(cast) }))

  const counties = await cast.ana.call(places.counties)
  const countyId = counties.find(({ code }) => code === 'CJ')?.id as Id<'areas'>
  await makeIncident(cast.ana, { countyId })
  expect(await shownTo(cast.rodica)).toEqual([])

  const params = { id: (await accountOf(cast, 'rodica')).id }
  await cast.ana.call(accounts.remove, { params, query: {} })
  await cast.ana.call(accounts.restore, { params })
  const body = { user: 'rodica', password: passwords.rodica }
  const { access_token } = await cast.stranger.call(session.authorize, { body })
  const rodica = person(cast.app, async () => access_token)
  expect(await rodica.call(alerts.settings)).toEqual({
    ...{ mutedKinds: ['due'], mutedCountyCodes: ['CJ'], quietHours: { from: 22, until: 7 } },
    ...{ byEmail: false, email: 'no-server' },
  })
})

test('emails what stays unread for two minutes, once, in one email without texts', {
  tags: 'slow',
}, async () => {
  office = await open()
  const cast = await set()
  const { report } = await subjects(cast)
  const { letters } = office
  const all = await cast.ana.call(accounts.list)
  for (const account of all.filter((one) => ['rodica', 'sanda'].includes(one.account)))
    await cast.ana.call(accounts.setEmail, {
      params: { id: account.id },
      body: { email: `${account.account}@example.org` },
    })
  await mention(cast.ana, report, 'sanda')
  await cast.rodica.call(alerts.set, { body: { ...settings, byEmail: true } })
  later(cast, 1)
  const { id: incidentId } = await makeIncident(cast.ana, { owner: 'rodica' })
  await mention(cast.ana, report, 'rodica')
  await mention(cast.ana, { incidentId }, 'rodica')

  later(cast, 1)
  await (await cast.startJobs()).stop()
  expect(letters).toEqual([])
  later(cast, 1)
  for (const _ of [1, 2]) {
    const jobs = await cast.startJobs()
    await expect.poll(() => letters.length).toBe(1)
    await jobs.stop()
  }
  const { database } = cast
  expect(
    await database.primary.selectFrom('jobs').where('name', '=', 'alerts.email').execute(),
  ).toEqual([])

  const [letter] = letters
  expect(letter?.to).toEqual(['rodica@example.org'])
  expect(letter?.text).toContain('„rodica”: 2.')
  expect(letter?.text).toContain('https://veghe.example/settings/alerts')
  expect(letter?.text).not.toContain('Urnă')
})
