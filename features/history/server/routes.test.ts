import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { aiud, answerOf, dej, list, send } from '#features/answers/server/testing.ts'
import { comments } from '#features/comments/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { review } from '#features/reviews/server/testing.ts'
import { session } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { phones, type Stage, stage } from '#testing/stage.ts'
import { type HistoryQuery, history, mostCounted } from '../contract.ts'
import { sealAll } from './testing.ts'

const set = stage()

const actsOf = async (
  person: Stage['ana'],
  query: Partial<Record<keyof HistoryQuery, unknown>> = {},
) => {
  const { data } = await person.call(history.list, { query: query as never })
  return data.map(({ act }) => act)
}

const idOf = async ({ ana }: Stage, name: string) =>
  (await ana.call(observers.list, { query: { name } })).data[0]!.id

test('lists acts newest first, with actor and values before and after', async () => {
  const cast = await set()
  const observerId = await idOf(cast, 'Bogdan')
  cast.clock.now = new Date(cast.clock.now.getTime() + 1000)
  await cast.ana.call(observers.edit, { body: { observerId, name: 'Bogdan Ionescu' } })
  await sealAll(cast)

  const { data, totalItems } = await cast.ana.call(history.list, { query: {} })

  expect(totalItems).toBe(data.length)
  expect(data[0]).toMatchObject({
    at: cast.clock.now,
    actorRole: 'organiser',
    actorName: 'ana',
    act: 'observers.edited',
    subject: 'observers',
    subjectId: observerId,
    subjectName: 'Bogdan Ionescu',
    phone: phones.bogdan,
    visit: null,
    before: { name: 'Bogdan Pop' },
    after: { name: 'Bogdan Ionescu' },
    position: data.length,
  })
  expect(data.map(({ act }) => act)).toEqual([
    'observers.edited',
    'session.begun',
    'elections.loaded',
  ])
})

test('filters by actor, act, subject and time, and paginates', async () => {
  const cast = await set()
  const { ana, bogdan, clock, field } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  clock.now = new Date('2026-11-22T10:00:00Z')
  await bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } })
  const formId = field.formId('C') as Id<'forms'>
  await ana.call(forms.remove, { query: { formId } })

  expect(await actsOf(ana, { actor: 'bogd' })).toEqual([
    'notes.received',
    'answers.received',
    'session.begun',
  ])
  expect(await actsOf(ana, { actor: '000 001', act: 'answers.received' })).toEqual([
    'answers.received',
  ])
  expect(await actsOf(ana, { actor: 'ANA' })).toEqual(['forms.deleted', 'session.begun'])
  expect(await actsOf(ana, { act: 'forms.deleted' })).toHaveLength(1)
  expect(await actsOf(ana, { subject: 'forms', subjectId: formId })).toEqual(['forms.deleted'])
  // On the election’s own clock, two hours ahead.
  expect(await actsOf(ana, { to: '2026-11-22 11:59', subject: 'visits' })).toHaveLength(1)
  expect(await actsOf(ana, { from: '2026-11-22 12:00', subject: 'visits' })).toEqual([])
  const second = await ana.call(history.list, { query: { page: 2, pageSize: 2, actor: 'bogd' } })
  expect(second).toMatchObject({ totalItems: 3, totalPages: 2, data: [{ act: 'session.begun' }] })
})

test('lists answers and notes of a report, and acts by and on an observer', async () => {
  const cast = await set()
  const { ana, bogdan, dana, field } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } })
  await send(bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  await send(dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  const observerId = await idOf(cast, 'Bogdan')
  await ana.call(observers.edit, { body: { observerId, name: 'Bogdan P' } })

  const pollingStationId = field.stationId('AB1', 1)
  const { data } = await ana.call(history.list, {
    query: { observerId, pollingStationId: pollingStationId as Id<'pollingStations'> },
  })
  expect(data.map(({ act }) => act)).toEqual(['notes.received', 'answers.received'])
  expect(data.map(({ visit }) => visit)).toEqual([
    { observerId, pollingStationId },
    { observerId, pollingStationId },
  ])
  expect(data[0]!.subjectName).toContain('Aiud')
  expect(await actsOf(ana, { observerId })).toEqual([
    'observers.edited',
    'answers.received',
    'notes.received',
    'answers.received',
    'session.begun',
  ])
})

test('shows administrators only acts by and on their own people', async () => {
  const cast = await set()
  const { ana, bogdan, calin, dana } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  const [danaId, bogdanId] = [await idOf(cast, 'Dana'), await idOf(cast, 'Bogdan')]
  await ana.call(observers.edit, { body: { observerId: danaId, name: 'Dana I' } })
  await ana.call(observers.edit, { body: { observerId: bogdanId, name: 'Bogdan P' } })
  const [ngo] = await calin.call(accounts.listNgos)
  const change = { name: 'Vot Curat', shortName: 'VC', isActive: true }
  await ana.call(accounts.editNgo, { params: { id: ngo!.id }, body: change })

  const { data } = await calin.call(history.list, { query: {} })

  expect(data.map(({ act, actorName }) => [act, actorName])).toEqual([
    ['accounts.ngo-edited', 'ana'],
    ['session.begun', 'calin'],
    ['observers.edited', 'ana'],
    ['answers.received', 'Dana Ionescu'],
    ['session.begun', phones.dana],
  ])
  expect(JSON.stringify(data)).not.toContain('Bogdan')
})

test('shows an organisation what the organiser did to its reports', async () => {
  const cast = await set()
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  const { threads } = await list(cast.calin)
  await review(cast.ana, [threads[0]!], { state: 'follow-up' })
  const { observerId, pollingStationId } = threads[0]!
  await cast.ana.call(comments.write, { body: { observerId, pollingStationId, text: 'De sunat' } })

  const { data } = await cast.calin.call(history.list, { query: {} })

  expect(data.map(({ act, actorName }) => [act, actorName])).toEqual(
    expect.arrayContaining([
      ['reviews.changed', 'ana'],
      ['comments.written', 'ana'],
    ]),
  )
})

test('keeps acts by and on a deleted account visible to its organisation', async () => {
  const { ana, calin, stranger } = await set()
  const elena = { account: 'elena', password: 'o parolă destul de lungă' }
  const id = (await calin.call(accounts.add, { body: elena })) as Id<'staff'>
  await ana.call(accounts.add, { body: { ...elena, account: 'florin' } })
  const body = { user: 'elena', password: elena.password }
  await stranger.call(session.authorize, { body })

  await calin.call(accounts.remove, { params: { id }, query: {} })

  const { data } = await calin.call(history.list, { query: {} })
  expect(data.map(({ act, actorName }) => [act, actorName])).toEqual([
    ['accounts.deleted', 'calin'],
    ['session.begun', 'elena'],
    ['accounts.added', 'calin'],
    ['session.begun', 'calin'],
  ])
})

test('hides the history of other elections', async () => {
  const cast = await set()
  const { database } = cast
  await cast.ana.token()
  await database.write((tx) =>
    sql`with other as (
          insert into elections (name, day, timezone, state, level_names, county_level)
          select 'Alta', day, timezone, 'live', level_names, county_level from elections
          returning id)
        insert into history (election_id, at, actor_role, actor_name, act, subject)
        select id, now(), 'server', 'Veghe', 'test.elsewhere', 'tests' from other`.execute(tx),
  )

  expect(await actsOf(cast.ana)).not.toContain('test.elsewhere')
})

test('counts only as many lines as pages can show', async () => {
  const cast = await set()
  await cast.database.write((tx) =>
    sql`insert into history (election_id, at, actor_role, actor_name, act, subject)
        select e.id, now() - make_interval(secs => n), 'server', 'Veghe', 'test.many', 'tests'
          from elections e, generate_series(1, ${mostCounted} + 500) n`.execute(tx),
  )

  const last = await cast.ana.call(history.list, { query: { page: 100, pageSize: 100 } })
  const beyond = await cast.ana.call(history.list, { query: { page: 101, pageSize: 100 } })

  expect(last).toMatchObject({ totalItems: mostCounted, totalPages: 100 })
  expect([last.data.length, beyond.data.length]).toEqual([100, 0])
})

test('observers and strangers are turned away, and an administrator proves nothing', async () => {
  const { bogdan, calin, stranger } = await set()
  const refused = [
    bogdan.call(history.list, { query: {} }),
    bogdan.call(history.head),
    calin.call(history.links, { query: {} }),
  ]

  await Promise.all(
    refused.map((call) => expect(call).rejects.toMatchObject({ code: 'session.forbidden' })),
  )
  await expect(stranger.call(history.list, { query: {} })).rejects.toMatchObject({
    code: 'session.missing',
  })
})
