import { expect, test } from 'vitest'
import type { Tx } from '#database/open.ts'
import { aiud, answerOf, list, send, unplaced } from '#features/answers/server/testing.ts'
import { forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { elections } from '../contract.ts'
import { currentId, listed, make, practise, prepare, runoff } from './testing.ts'

const set = stage()

/** Places and forms as phones and screens read them, without ids and times. */
async function readSetUp({ ana }: Stage, draft: boolean) {
  const withoutIds = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (key, part) =>
        /^id|Id$|uniqueId|currentVersion|^ver$|^draft$|^changedAt$/.test(key) ? undefined : part,
      ),
    )
  const { formVersions } = await ana.call(forms.list, { query: { draft } })
  const sections = await Promise.all(
    formVersions.map(({ id }) => ana.call(forms.get, { params: { id }, query: {} })),
  )
  const counties = await ana.call(places.counties)
  const municipalities = await Promise.all(
    counties.map(({ code }) => ana.call(places.municipalitiesOfCounty, { params: { code } })),
  )
  const provinces = await ana.call(places.provinces)
  return withoutIds({ formVersions, sections, provinces, counties, municipalities })
}

/** Makes the second election's forms public, so that phones read them. */
async function publishAll({ ana }: Stage) {
  const { formVersions } = await ana.call(forms.list, { query: { draft: true } })
  for (const { id } of formVersions) await ana.call(forms.edit, { body: { id } })
}

test('copies places, and forms as drafts, but no data of observers', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await cast.ana.call(elections.edit, { body: { callPauseMinutes: 40 } })
  const before = await readSetUp(cast, false)

  const id = await prepare(cast, { copyFrom: await currentId(cast) })

  expect((await listed(cast)).get(runoff.name)).toMatchObject({
    ...{ id, state: 'rehearsal', levelNames: ['Województwo', 'Powiat', 'Gmina'], countyLevel: 2 },
    ...{ counties: 2, pollingStations: 7, forms: 2, observers: 0, visits: 0, callPauseMinutes: 40 },
  })
  await make(cast, id)
  expect(await readSetUp(cast, true)).toEqual(before)
  expect((await cast.ana.call(forms.list, { query: {} })).formVersions).toEqual([])
})

test.each([
  ['places', (tx: Tx, from: Id<'elections'>) => lockImport(tx, from, 'places')],
  [
    'a form',
    (tx: Tx, electionId: Id<'elections'>) =>
      tx.updateTable('forms').set({ electionId }).where('electionId', '=', electionId).execute(),
  ],
])('copies one snapshot and waits for a concurrent change to %s', async (_what, change) => {
  const cast = await set()
  const from = await currentId(cast)
  const letGo = await holdLocks(cast.database, (tx) => change(tx, from))
  const preparing = prepare(cast, { copyFrom: from })
  await expect.poll(() => waitingForARow(cast.database), pollOptions).toBe(1)

  await letGo()

  await preparing
  expect((await listed(cast)).get(runoff.name)).toMatchObject({ pollingStations: 7, forms: 2 })
})

test('copies every column of a station', async () => {
  const cast = await set()
  const { database } = cast
  const facts = {
    address: 'Str. Școlii 1',
    latitude: 46.5,
    longitude: 23.25,
    registeredVoters: 900,
  }
  await database.write((tx) =>
    tx.updateTable('pollingStations').set(facts).where('number', '=', 3).execute(),
  )

  const electionId = await prepare(cast, { copyFrom: await currentId(cast) })

  const copies = await database.primary
    .selectFrom('pollingStations')
    .selectAll()
    .where('electionId', '=', electionId)
    .where('number', '=', 3)
    .execute()
  expect(copies).toMatchObject([facts])
})

test('copies neither removed parts of a form nor forms in the trash', async () => {
  const cast = await set()
  const { ana, field } = cast
  await ana.call(forms.remove, { query: { formId: field.formId('C') as Id<'forms'> } })
  const id = field.formId('A') as Id<'forms'>
  const sections = (await ana.call(forms.get, { params: { id }, query: {} })) ?? []
  await ana.call(forms.edit, { body: { id, formSections: sections.slice(1) } })

  await make(cast, await prepare(cast, { copyFrom: await currentId(cast) }))

  const { formVersions } = await ana.call(forms.list, { query: { draft: true } })
  expect(formVersions.map(({ code }) => code)).toEqual(['A'])
  const copied = await ana.call(forms.get, { params: { id: formVersions[0]!.id }, query: {} })
  expect(copied?.map(({ code }) => code)).toEqual(['A2'])
  const parts = await cast.database.primary
    .selectFrom('formSections')
    .select('code')
    .where('electionId', '=', await currentId(cast))
    .execute()
  expect(parts).toEqual([{ code: 'A2' }])
  const trash = await ana.call(forms.list, { query: { deleted: true } })
  expect(trash.formVersions).toEqual([])
})

test('keeps aside an answer meant for the election that was copied', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await practise(cast)
  const meant = answerOf(cast, aiud, 'A1.1', 'Nu')
  await make(cast, await prepare(cast, { copyFrom: await currentId(cast) }))
  await publishAll(cast)
  const phone = { name: 'Bogdan Pop', phone: '0700 000 001', pin: '1111' }
  await ana.call(observers.add, { body: phone })
  const body = { user: phone.phone, password: phone.pin, uniqueId: 'bogdan' }
  const { access_token } = await cast.stranger.call(session.authorize, { body })

  const reply = await bogdan.send({
    method: 'POST',
    url: '/api/v1/answers',
    headers: { authorization: `Bearer ${access_token}` },
    payload: { answers: [meant] },
  })

  expect(reply.statusCode).toBe(200)
  expect((await list(ana)).totalItems).toBe(0)
  expect(await unplaced(cast)).toMatchObject([{ reason: 'no-such-option' }])
})

test('copies the levels with the areas, and which of them is the county', async () => {
  const cast = await set()
  const add = (body: object) =>
    cast.ana.call(elections.add, { body: { ...runoff, ...body } as never })

  await expect(add({ copyFrom: 1, levelNames: ['Județ'] })).rejects.toMatchObject({
    details: { errors: { levelNames: expect.anything() } },
  })
  await expect(add({ levelNames: ['Județ'], countyLevel: 2 })).rejects.toMatchObject({
    details: { errors: { countyLevel: expect.anything() } },
  })
  await expect(add({ copyFrom: 99_999 })).rejects.toMatchObject({ code: 'thing.not-found' })
  expect([...(await listed(cast)).keys()]).toEqual(['Alegeri de probă'])
})
