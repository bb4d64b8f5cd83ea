import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { aiud, answerOf, dej, send } from '#features/answers/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { makeIncident } from '#features/incidents/server/testing.ts'
import { places } from '#features/places/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { comments } from '../contract.ts'

const set = stage()

type Subject = CallInput<typeof comments.list>['query']

/** Dana, who observes for Călin's organisation, the station in Dej, and her report from there. */
async function subjects(cast: Stage) {
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  const observerId = await observerIdOf(cast, 'Dana Ionescu')
  const pollingStationId = cast.field.stationId('CJ1', 1) as Id<'pollingStations'>
  return {
    observer: { observerId },
    station: { pollingStationId },
    report: { observerId, pollingStationId },
  }
}

/** Limits an account of Ana's to a county. */
async function limitTo({ ana }: Stage, name: string, county: string) {
  const found = (await ana.call(accounts.list)).find(({ account }) => account === name)
  const { id, role } = found as NonNullable<typeof found>
  await ana.call(accounts.setRole, { params: { id }, body: { role, countyCodes: [county] } })
}

const write = (person: Person, on: Subject, text: string) =>
  person.call(comments.write, { body: { ...on, text } })

/** As `ana: Sunat.` */
const readBy = async (person: Person, on: Subject) =>
  (await person.call(comments.list, { query: on })).map(({ author, text }) => `${author}: ${text}`)

test('lists the comments on an observer, a station and a report apart, oldest first', async () => {
  const cast = await set()
  const { observer, station, report } = await subjects(cast)
  await write(cast.ana, report, '  Sunat: urna\n  era sigilată.  ')
  await write(cast.calin, report, 'Mulțumesc.')
  await write(cast.ana, observer, 'Vorbește engleză.')
  await write(cast.ana, station, 'Intrarea e prin spate.')

  expect(await readBy(cast.ana, report)).toEqual([
    'ana: Sunat: urna\n  era sigilată.',
    'calin: Mulțumesc.',
  ])
  expect(await readBy(cast.ana, observer)).toEqual(['ana: Vorbește engleză.'])
  expect(await readBy(cast.ana, station)).toEqual(['ana: Intrarea e prin spate.'])
})

test('shows comments on a station to the organisation that wrote them, others to all who see the observer', async () => {
  const cast = await set()
  const { station, report } = await subjects(cast)
  await write(cast.ana, station, 'Doar noi.')
  await write(cast.calin, station, 'Doar ei.')
  await write(cast.sanda, report, 'De la județ.')

  expect(await readBy(cast.calin, station)).toEqual(['calin: Doar ei.'])
  // The organiser's organisation sees every organisation's.
  expect(await readBy(cast.rodica, station)).toEqual(['ana: Doar noi.', 'calin: Doar ei.'])
  expect(await readBy(cast.calin, report)).toEqual(['sanda: De la județ.'])
})

test('shows comments on a merged station at the one that it is merged into', async () => {
  const cast = await set()
  const { station } = await subjects(cast)
  const into = cast.field.stationId('CJ1', 2) as Id<'pollingStations'>
  await write(cast.ana, station, 'Intrarea e prin spate.')

  await cast.ana.call(places.mergeStation, {
    params: { id: station.pollingStationId },
    body: { into },
  })

  expect(await readBy(cast.ana, { pollingStationId: into })).toEqual([
    'ana: Intrarea e prin spate.',
  ])
})

test('refuses a comment without anything to read', async () => {
  const cast = await set()
  const { station } = await subjects(cast)
  await expect(write(cast.ana, station, ' \u200b\n ')).rejects.toMatchObject({
    ...{ code: 'request.invalid', details: { errors: { text: [expect.any(String)] } } },
  })
})

test('refuses comments on what the caller does not see, and those of guests', async () => {
  const cast = await set()
  await subjects(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const bogdan = { observerId: await observerIdOf(cast) }
  const inAlba = { pollingStationId: cast.field.stationId('AB1', 1) as Id<'pollingStations'> }

  for (const [person, on] of [
    [cast.calin, bogdan],
    [cast.sanda, inAlba],
    [cast.sanda, { ...bogdan, ...inAlba }],
    [cast.ana, {}],
  ] as const) {
    await expect(write(person, on, 'Nu se vede.')).rejects.toMatchObject({
      code: 'thing.not-found',
    })
    await expect(readBy(person, on)).rejects.toMatchObject({ code: 'thing.not-found' })
  }
  await expect(write(cast.gelu, bogdan, 'Oaspete.')).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(write(cast.ana, bogdan, '   ')).rejects.toMatchObject({ code: 'request.invalid' })
})

test('deletes and restores a comment for its author alone', async () => {
  const cast = await set()
  const { report } = await subjects(cast)
  const id = await write(cast.ana, report, 'Greșit.')
  const params = { params: { id } }
  for (const act of [comments.remove, comments.restore])
    await expect(cast.calin.call(act, params)).rejects.toMatchObject({ code: 'thing.not-found' })

  await cast.ana.call(comments.remove, params)

  expect(await readBy(cast.calin, report)).toEqual([])
  await expect(cast.ana.call(comments.remove, params)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await cast.ana.call(comments.restore, params)
  expect(await readBy(cast.calin, report)).toEqual(['ana: Greșit.'])
})

test('records comments in history without their text', async () => {
  const cast = await set()
  const { report } = await subjects(cast)
  const id = await write(cast.ana, report, 'Un nume de om.')
  await cast.ana.call(comments.remove, { params: { id } })

  const { data } = await cast.ana.call(history.list, { query: { subject: 'comments' } })

  expect(data.map(({ act, after }) => [act, after])).toEqual([
    ['comments.deleted', null],
    ['comments.written', report],
  ])
  expect(JSON.stringify(data)).not.toContain('Un nume')
})

test('shows comments on an incident to all who see it', async () => {
  const cast = await set()
  const { id: incidentId } = await makeIncident(cast.calin)
  await write(cast.calin, { incidentId }, 'Am sunat la poliție.')
  await write(cast.ana, { incidentId }, 'Bine.')

  expect(await readBy(cast.calin, { incidentId })).toEqual([
    'calin: Am sunat la poliție.',
    'ana: Bine.',
  ])
  expect(await readBy(cast.ana, { incidentId })).toHaveLength(2)
  await expect(readBy(cast.sanda, { incidentId })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await expect(
    write(cast.ana, { incidentId, observerId: await observerIdOf(cast) }, 'Ambele.'),
  ).rejects.toMatchObject({ code: 'thing.not-found' })
})

const mentionable = (person: Person, on: Subject) =>
  person.call(comments.listMentionable, { query: on }).then(({ accounts }) => accounts)

test('offers for mentions the accounts that see a subject, within what the caller may know', async () => {
  const cast = await set()
  const { observer, station } = await subjects(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const inAiud = { observerId: await observerIdOf(cast) }
  const { id: incidentId } = await makeIncident(cast.ana)
  await limitTo(cast, 'gelu', 'AB')

  // Dana and Dej are in CJ, Bogdan and Aiud in AB; Dana is Călin's.
  expect(await mentionable(cast.ana, observer)).toEqual(['calin', 'rodica', 'sanda'])
  expect(await mentionable(cast.ana, inAiud)).toEqual(['gelu', 'rodica'])
  expect(await mentionable(cast.rodica, { incidentId })).toEqual(['ana'])
  expect(await mentionable(cast.calin, observer)).toEqual([])
  expect(await mentionable(cast.calin, station)).toEqual([])
  expect(await mentionable(cast.sanda, station)).toEqual(['ana', 'rodica'])
})

test('mentions no accounts but those offered', async () => {
  const cast = await set()
  const { report } = await subjects(cast)
  await write(cast.calin, report, '@ana @calin @nimeni')
  await write(cast.sanda, report, '@Ana și @rodica: @bogdan știe. @gelu, @ana')

  const read = await cast.calin.call(comments.list, { query: report })

  expect(read.map(({ mentions }) => mentions.sort())).toEqual([[], ['ana', 'gelu', 'rodica']])
})
