import { expect, test } from 'vitest'
import { elections } from '#features/elections/contract.ts'
import { history } from '#features/history/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { incidents } from '../contract.ts'
import { register } from '../register-contract.ts'
import { makeIncident, mergeTwo } from './testing.ts'

const set = stage()

const publish = ({ ana }: Stage, isPublic: boolean) =>
  ana.call(register.publish, { body: { isPublic } })

const page = ({ stranger }: Stage, language: string) =>
  stranger.send({ url: register.page.path, headers: { 'accept-language': language } })

test('shows readers what the organiser saw before, and neither names nor reports', async () => {
  const cast = await set()
  const { ana, calin, stranger } = cast
  const pollingStationId = cast.field.stationId('CJ1', 1) as Id<'pollingStations'>
  const place = { pollingStationId, owner: 'calin', informed: 'Domnul Ionescu' }
  await makeIncident(calin, {
    title: 'Urnă <deschisă>',
    outcome: 'Resigilată.',
    ...place,
    state: 'confirmed',
  })
  for (const state of ['open', 'checking', 'dismissed'] as const)
    await makeIncident(ana, { title: 'Neconfirmat', state })
  await mergeTwo(ana)
  const preview = await ana.call(register.preview)

  await publish(cast, true)

  const read = await stranger.send({ url: register.read.path })
  expect(read.json()).toEqual({ election: preview.election, incidents: preview.incidents })
  expect(read.headers['cache-control']).toBe('public, max-age=60')
  expect(read.json().incidents).toHaveLength(1)
  expect(read.json().incidents[0]).toEqual({
    ...{ number: 1, title: 'Urnă <deschisă>', place: 'Cluj Dej 1', state: 'confirmed' },
    outcome: 'Resigilată.',
  })
  const shown = await page(cast, 'en')
  expect(shown.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' })
  expect(shown.body).toContain(
    '<td>Urnă &lt;deschisă&gt;</td><td>Cluj Dej 1</td><td>confirmed</td>',
  )
  expect((await page(cast, 'ro')).body).toContain('<td>confirmat</td>')
})

test('says nothing until it is switched on, and nothing afterwards', async () => {
  const cast = await set()
  await makeIncident(cast.ana)
  const statuses = async () => [
    (await cast.stranger.send({ url: register.read.path })).statusCode,
    (await page(cast, 'ro')).statusCode,
  ]
  expect(await statuses()).toEqual([404, 404])
  await publish(cast, true)
  await publish(cast, true)
  expect(await statuses()).toEqual([200, 200])

  await publish(cast, false)

  expect(await statuses()).toEqual([404, 404])
  const { data } = await cast.ana.call(history.list, { query: { subject: 'incidents' } })
  const acts = data.map(({ act, actorName }) => `${actorName}: ${act}`)
  expect(acts.filter((act) => act.includes('register'))).toEqual([
    'ana: incidents.register-taken-down',
    'ana: incidents.register-published',
  ])
})

test('takes the register of a rehearsal down when it starts for real', async () => {
  const cast = await set()
  const { ana } = cast
  const { id, ...election } = await ana.call(elections.current)
  const values = { name: 'Repetiție', day: election.day, timezone: election.timezone }
  const rehearsal = await ana.call(elections.add, { body: values })
  await ana.call(elections.makeCurrent, { params: { id: rehearsal } })
  await ana.call(register.publish, { body: { isPublic: true } })

  await ana.call(elections.start, { params: { id: rehearsal } })

  expect(await ana.call(register.preview)).toMatchObject({ publishedAt: null })
  expect((await ana.call(incidents.list, { query: {} })).data).toEqual([])
})
