import { expect, test } from 'vitest'
import { aiud, answerOf, blaj, dej, list, send } from '#features/answers/server/testing.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { calls } from '#features/calls/contract.ts'
import { history } from '#features/history/contract.ts'
import { makeIncident } from '#features/incidents/server/testing.ts'
import { arrival, due } from '#features/milestones/server/testing.ts'
import { review } from '#features/reviews/server/testing.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { handover } from '../contract.ts'
import { handOver } from './testing.ts'

const set = stage()

const later = (cast: Stage, minutes: number) => {
  cast.clock.now = new Date(cast.clock.now.getTime() + minutes * 60_000)
}

const shift = (person: Person) => person.call(handover.read)

/** As `rodica: Liniște. Preluat de ana`. */
const handoversOf = async (person: Person) =>
  (await shift(person)).handovers.map(({ writtenBy, text, takenBy }) =>
    takenBy ? `${writtenBy}: ${text} Preluat de ${takenBy}` : `${writtenBy}: ${text}`,
  )

const take = (person: Person, id: Id<'handovers'>) => person.call(handover.take, { params: { id } })

test('hands a shift over to one colleague, who can give it back', async () => {
  const cast = await set()
  const { ana, sanda, rodica } = cast
  const id = await handOver(sanda, 'Liniște.')
  await expect(take(sanda, id)).rejects.toMatchObject({ code: 'thing.not-found' })

  await take(ana, id)

  expect(await handoversOf(sanda)).toEqual(['sanda: Liniște. Preluat de ana'])
  expect(await take(ana, id)).toEqual({ first: null })
  expect(await take(rodica, id)).toEqual({ first: 'ana' })
  await expect(sanda.call(handover.remove, { params: { id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await ana.call(handover.giveBack, { params: { id } })
  await sanda.call(handover.remove, { params: { id } })
  expect(await handoversOf(ana)).toEqual([])
  await sanda.call(handover.restore, { params: { id } })
  expect(await handoversOf(ana)).toEqual(['sanda: Liniște.'])

  const { data } = await ana.call(history.list, { query: { subject: 'handovers' } })
  expect(data.map(({ act }) => act)).toEqual([
    'handover.restored',
    'handover.deleted',
    'handover.given-back',
    'handover.taken',
    'handover.written',
  ])
  expect(JSON.stringify(data)).not.toContain('Liniște')
})

test('shows handovers within an organisation, and to accounts of a county only theirs', async () => {
  const cast = await set()
  const { ana, sanda, gelu, calin } = cast
  await handOver(ana, 'Toată țara.')
  const ofCounty = await handOver(sanda, 'Clujul.')
  await handOver(calin, 'Ai lui Călin.')

  expect(await handoversOf(ana)).toEqual(['sanda: Clujul.', 'ana: Toată țara.'])
  expect(await handoversOf(gelu)).toEqual(['sanda: Clujul.'])
  expect(await handoversOf(calin)).toEqual(['calin: Ai lui Călin.'])
  await expect(take(calin, ofCounty)).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(handOver(gelu)).rejects.toMatchObject({ code: 'session.forbidden' })
})

test('counts what changed since the caller handed over, and before that of twelve hours', async () => {
  const cast = await set()
  const { ana, bogdan, rodica } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await makeIncident(ana)
  expect(await shift(ana)).toMatchObject({
    ...{ hasHandedOver: false, since: new Date(cast.clock.now.getTime() - 12 * 3_600_000) },
    changed: { reports: 1, flagged: 1, verified: 0, incidents: 1, calls: 0 },
  })
  later(cast, 1)
  const left = cast.clock.now
  await handOver(ana)

  later(cast, 60)
  await send(bogdan, answerOf(cast, blaj, 'A1.1', 'Da'))
  await review(rodica, (await list(ana)).data.slice(0, 1), { state: 'verified' })
  await rodica.call(calls.log, {
    body: { observerId: await observerIdOf(cast, 'Bogdan Pop'), outcome: 'reached' },
  })

  expect(await shift(ana)).toMatchObject({
    ...{ hasHandedOver: true, since: left },
    changed: { reports: 1, flagged: 0, verified: 1, incidents: 0, calls: 1 },
  })
})

test('lists open incidents, reports in work by person, deadlines and call-backs of two hours', async () => {
  const cast = await set()
  const { ana, rodica, bogdan, dana } = cast
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await due(
    cast,
    { ...arrival, dueAt: '2026-11-22 13:30' },
    { ...arrival, name: 'Târziu', dueAt: '2026-11-22 19:00' },
  )
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(bogdan, answerOf(cast, blaj, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  const [first, second, third] = (await list(ana)).data
  if (!first || !second || !third) throw new Error('Three reports were sent')
  await review(ana, [first], { state: 'in-work', assignee: 'rodica' })
  await review(ana, [second], { state: 'follow-up', assignee: 'rodica' })
  await review(ana, [third], { state: 'in-work' })
  await makeIncident(ana, { title: 'Mic', severity: 'low' })
  await makeIncident(ana, { title: 'Grav', severity: 'critical', owner: 'rodica' })
  await makeIncident(ana, { title: 'Gata', state: 'closed' })
  const callBack = async (name: string, callBackAt: string) =>
    rodica.call(calls.log, {
      body: { observerId: await observerIdOf(cast, name), outcome: 'call-back', callBackAt },
    })
  cast.clock.now = new Date('2026-11-22T12:00:00+02:00')
  await callBack('Bogdan Pop', '2026-11-22 13:00')
  await callBack('Dana Ionescu', '2026-11-22 17:00')
  await cast.figures()

  const known = await shift(ana)

  expect(known.openIncidents).toBe(2)
  expect(known.incidents.map(({ title, owner }) => [title, owner])).toEqual([
    ['Grav', 'rodica'],
    ['Mic', null],
  ])
  expect(known.working).toEqual([
    { assignee: null, inWork: 1, followUp: 0 },
    { assignee: 'rodica', inWork: 1, followUp: 1 },
  ])
  expect(known.due.map(({ milestone }) => milestone)).toEqual(['Sosire'])
  expect(known.callBacks).toMatchObject([
    { observerName: 'Bogdan Pop', promisedBy: 'rodica', at: new Date('2026-11-22T13:00:00+02:00') },
  ])
})
