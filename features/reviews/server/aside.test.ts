import { expect, test } from 'vitest'
import { analysis } from '#features/analysis/contract.ts'
import { aiud, answerOf, blaj, dej, list, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { contacts } from '#features/contacts/contract.ts'
import { history } from '#features/history/contract.ts'
import { incidents } from '#features/incidents/contract.ts'
import { makeIncident } from '#features/incidents/server/testing.ts'
import { map } from '#features/map/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { arrival, due, figuresSettled, listedStates } from '#features/milestones/server/testing.ts'
import { situation } from '#features/situation/contract.ts'
import { stations } from '#features/stations/contract.ts'
import { merge, readVisits, twin } from '#features/stations/server/testing.ts'
import { Method, statistics } from '#features/statistics/contract.ts'
import { nowhere, placeNewest, undoPlacing } from '#features/unplaced/server/testing.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { reviews } from '../contract.ts'
import { review } from './testing.ts'

const set = stage()

const reason = 'Dana a scris de la altă secție.'
const aside = { state: 'set-aside', reason } as const

const later = ({ clock }: Stage) => {
  clock.now = new Date(clock.now.getTime() + 60_000)
}

/** Everything that is counted of reports, with the differences and what is owed. */
async function figuresOf(cast: Stage) {
  const { ana, field } = cast
  await figuresSettled(cast)
  const params = { questionId: field.questionId('A1.1') as Id<'questions'> }
  const { urgent, pace, lastMinute, observers, ...now } = await ana.call(situation.read)
  const replies = [
    await ana.call(map.areas, { query: {} }),
    await ana.call(statistics.trend, { query: { hours: 2 } }),
    ...(await Promise.all(
      Method.options.map((method) => ana.call(statistics.list, { params: { method }, query: {} })),
    )),
    await ana.call(analysis.count, { params, query: {} }),
    await ana.call(assignments.areas, { query: {} }),
    await ana.call(milestones.deployment, { query: {} }),
    await ana.call(stations.differences, { query: {} }),
    now,
  ]
  return {
    replies: replies.map(({ asOf: _, ...figures }) => figures),
    urgent: urgent.map(({ county, flagged }) => [county, flagged]),
    pace: pace.reduce((sum, one) => sum + one, 0),
    observers,
    owed: await listedStates(cast),
    flagged: (await list(ana, { urgent: true })).threads.length,
  }
}

/** Bogdan reports from Aiud; then Dana, who differs and is due there, reports from Aiud and Dej. */
async function twoObservers(cast: Stage) {
  await plan(cast, 'Dana Ionescu', ['AB1', 1])
  await due(cast, arrival)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  later(cast)
  const before = await figuresOf(cast)
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, dej, 'A1.1', 'Nu'))
  const after = await figuresOf(cast)
  const { threads } = await list(cast.ana)
  return {
    before,
    after,
    ofDana: threads.filter(({ observerName }) => observerName.startsWith('Dana')),
  }
}

test('counts a report that is set aside nowhere, and all of it once it is taken back', async () => {
  const cast = await set()
  const { before, after, ofDana } = await twoObservers(cast)
  expect(after).not.toEqual(before)

  const { changeId, changed } = await review(cast.ana, ofDana, aside)

  expect(changed).toBe(2)
  expect(await figuresOf(cast)).toEqual(before)
  await cast.ana.call(reviews.undo, { params: { changeId } })
  expect(await figuresOf(cast)).toEqual(after)

  await review(cast.ana, ofDana, aside)
  expect(await figuresOf(cast)).toEqual(before)
  const back = await review(cast.ana, ofDana, { state: 'new' })
  expect(await figuresOf(cast)).toEqual(after)
  // Undoing that sets it aside again, with its reason.
  await cast.ana.call(reviews.undo, { params: { changeId: back.changeId } })
  expect(await figuresOf(cast)).toEqual(before)
  const { threads } = await list(cast.ana, { reviewState: 'set-aside' })
  expect(threads.map((one) => one.review.reason)).toEqual([reason, reason])
})

test('shows a report that is set aside with its reason, except among flagged ones', async () => {
  const cast = await set()
  const { ofDana } = await twoObservers(cast)
  const [first] = ofDana.filter(({ pollingStationName }) => pollingStationName === 'Alba Aiud 1')

  await review(cast.ana, [first!], aside)

  const shown = { state: 'set-aside', reason, changedBy: 'ana', endedState: null }
  const { threads } = await list(cast.ana)
  expect(threads).toHaveLength(3)
  expect(threads.filter((one) => one.review.state === 'set-aside')).toMatchObject([
    { pollingStationName: 'Alba Aiud 1', review: shown },
  ])
  const { visits } = await readVisits(cast)
  expect(visits.map((one) => one.review)).toMatchObject([{ state: 'new', reason: '' }, shown])
  const params = { observerId: await observerIdOf(cast, 'Dana Ionescu') }
  const card = await cast.ana.call(contacts.find, { params })
  expect(card.visits.map((one) => one.review.state).toSorted()).toEqual(['new', 'set-aside'])
  const flagged = async (query = {}) =>
    (await list(cast.ana, { urgent: true, ...query })).threads.map((one) => one.pollingStationName)
  expect(await flagged()).toEqual(['Cluj Dej 1'])
  expect(await flagged({ reviewState: 'set-aside' })).toEqual(['Alba Aiud 1'])
  await cast.figures()
  const { counts } = await cast.ana.call(reviews.count)
  expect(counts.toSorted((one, other) => one.state.localeCompare(other.state))).toEqual([
    { state: 'new', reports: 2, flagged: 1 },
    { state: 'set-aside', reports: 1, flagged: 1 },
  ])
})

test('leaves a report set aside when its observer adds to it, and says so', async () => {
  const cast = await set()
  const { before, ofDana } = await twoObservers(cast)
  await review(cast.ana, ofDana, aside)
  later(cast)

  await send(cast.dana, answerOf(cast, aiud, 'A1.2', 'Coadă'))
  await send(cast.dana, answerOf(cast, nowhere, 'A2.1', 'Cabine'))
  later(cast)
  await placeNewest(cast.ana, { station: dej })

  expect(await figuresOf(cast)).toEqual(before)
  const { threads } = await list(cast.ana, { reviewState: 'set-aside' })
  expect(threads.map((one) => one.review)).toMatchObject([
    { state: 'set-aside', endedState: 'set-aside', reason },
    { state: 'set-aside', endedState: 'set-aside', reason },
  ])
})

test('refuses to set aside without a reason, and a reason for other states', async () => {
  const cast = await set()
  const { ofDana } = await twoObservers(cast)

  for (const change of [
    { state: 'set-aside' },
    { state: 'set-aside', reason: '  ' },
    { state: 'set-aside', reason: 'x'.repeat(501) },
    { state: 'verified', reason },
    { assignee: 'ana', reason },
  ] as const)
    await expect(review(cast.ana, ofDana, change)).rejects.toMatchObject({
      code: 'request.invalid',
      details: { errors: { reason: expect.anything() } },
    })
})

test('compares an observer’s other report where the last of two merged stations is set aside', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Nu'))
  later(cast)
  await send(cast.dana, answerOf(cast, twin, 'A1.1', 'Da'))
  await merge(cast)
  const open = async () => {
    await figuresSettled(cast)
    return (await cast.ana.call(stations.unsettled)).unsettled
  }
  expect(await open()).toBe(0)
  const [last] = (await list(cast.ana)).threads

  const { changeId } = await review(cast.ana, [last!], aside)

  expect(await open()).toBe(1)
  await cast.ana.call(reviews.undo, { params: { changeId } })
  expect(await open()).toBe(0)
})

test('sets many reports aside, and undoes that except where they were changed again', async () => {
  const cast = await set()
  const { ofDana, after } = await twoObservers(cast)
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Nu'))
  const { threads } = await list(cast.ana)
  const { changeId } = await review(cast.ana, threads, aside)
  expect((await figuresOf(cast)).pace).toBe(0)
  await review(cast.rodica, ofDana, { state: 'verified' })
  expect((await figuresOf(cast)).owed).toEqual(after.owed)

  expect(await cast.ana.call(reviews.undo, { params: { changeId } })).toMatchObject({ undone: 2 })

  expect((await list(cast.ana, { reviewState: 'set-aside' })).threads).toEqual([])
  await figuresSettled(cast)
})

/** The reports of a change by two desks, as one of them sees them now. */
const shownNow = async ({ ana }: Stage) =>
  (await list(ana)).threads.map(
    ({ observerId, pollingStationId, lastModified, review: shown }) => ({
      ...{ observerId, pollingStationId, lastModified: lastModified.toISOString() },
      revision: shown.revision,
    }),
  )

test('refuses to overwrite a review that another desk changed, until it is seen', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const before = await shownNow(cast)
  const verify = (reports: typeof before, person = cast.rodica) =>
    person.call(reviews.change, { body: { reports, state: 'verified' } })
  const { changeId } = await cast.ana.call(reviews.change, {
    body: { reports: before, state: 'in-work', assignee: 'ana' },
  })

  await expect(verify(before)).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    details: { revision: changeId },
  })

  const review = async () => (await list(cast.ana)).threads[0]!.review
  expect(await review()).toMatchObject({ state: 'in-work', assignee: 'ana' })
  expect(await verify(await shownNow(cast))).toMatchObject({ changed: 1, conflicts: [] })
  expect(await review()).toMatchObject({ state: 'verified', assignee: 'ana' })
})

test('lets one of two desks that change a review at the same moment win', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const reports = await shownNow(cast)

  const both = await Promise.allSettled(
    ([cast.ana, cast.rodica] as const).map((person) =>
      person.call(reviews.change, { body: { reports, state: 'follow-up' } }),
    ),
  )

  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('leaves those of many reports that another desk changed, and names them', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  later(cast)
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Nu'))
  const [atBlaj, atAiud] = await shownNow(cast)
  const change = (reports: readonly (typeof atBlaj & object)[], state: 'verified' | 'follow-up') =>
    cast.ana.call(reviews.change, { body: { reports: [...reports], state } })
  const first = await change([atBlaj!], 'follow-up')

  const { changeId, changed, conflicts } = await change([atBlaj!, atAiud!], 'verified')

  expect(changed).toBe(1)
  expect(conflicts).toEqual([
    { observerId: atBlaj!.observerId, pollingStationId: atBlaj!.pollingStationId },
  ])
  // What is undone is as it was shown.
  await cast.ana.call(reviews.undo, { params: { changeId } })
  await cast.ana.call(reviews.undo, { params: { changeId: first.changeId } })
  expect(await change([atBlaj!, atAiud!], 'verified')).toMatchObject({ changed: 2, conflicts: [] })
})

test('records what is lost when a placing is undone and its report is empty', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const { placingId } = await placeNewest(cast.ana, { station: aiud })
  const [report] = (await list(cast.ana)).threads
  const { observerId, pollingStationId } = report!
  await review(cast.ana, [report!], { ...aside, assignee: 'ana' })
  const { id: incidentId } = await makeIncident(cast.ana)
  const body = { observerId, pollingStationId }
  await cast.ana.call(incidents.link, { params: { id: incidentId }, body })

  await undoPlacing(cast.ana, placingId)

  const lines = (await cast.ana.call(history.list, { query: {} })).data.map(({ act, before }) => [
    act,
    before,
  ])
  expect(lines).toContainEqual(['reviews.removed', { state: 'set-aside', assignee: 'ana' }])
  expect(lines).toContainEqual(['incidents.report-unlinked', { report: body }])
  // Placed again, it is another report: it counts, and is not reviewed.
  await placeNewest(cast.ana, { station: aiud })
  expect((await list(cast.ana)).threads[0]!.review).toMatchObject({ state: 'new', assignee: null })
  await figuresSettled(cast)
})
