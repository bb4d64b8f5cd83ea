import { expect, test } from 'vitest'
import { aiud, answerOf, blaj, dej, list, send } from '#features/answers/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { nowhere, placeNewest } from '#features/unplaced/server/testing.ts'
import { nothingFound, prove } from '#testing/evening/verified.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { reviews } from '../contract.ts'
import { review } from './testing.ts'

const set = stage()

const later = ({ clock }: Stage) => {
  clock.now = new Date(clock.now.getTime() + 60_000)
}

/** Three reports: of Bogdan from Aiud and Blaj, of Dana, who observes for another organisation, from Dej. */
async function threeReports(cast: Stage): Promise<void> {
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  later(cast)
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Da'))
  later(cast)
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
}

const listed = async (person: Person, query: Parameters<typeof list>[1] = {}) =>
  (await list(person, query)).threads

/** As `Alba Aiud 1: verified, ana`. */
const reviewsSeenBy = async (person: Person, query: Parameters<typeof list>[1] = {}) =>
  (await listed(person, query)).map(
    ({ pollingStationName, review: { state, assignee } }) =>
      `${pollingStationName}: ${[state, assignee].filter(Boolean).join(', ')}`,
  )

const counted = async (cast: Stage, person = cast.ana) => {
  await cast.figures()
  const { counts } = await person.call(reviews.count)
  return Object.fromEntries(counts.map(({ state, reports }) => [state, reports]))
}

test('sets the state of a report and its assignee, for all who see it', async () => {
  const cast = await set()
  await threeReports(cast)
  const [ofDana] = await listed(cast.ana)

  await review(cast.ana, [ofDana!], { state: 'verified' })
  await review(cast.rodica, [ofDana!], { assignee: 'rodica' })

  expect(await reviewsSeenBy(cast.calin)).toEqual(['Cluj Dej 1: verified, rodica'])
  expect((await listed(cast.ana))[0]?.review).toMatchObject({
    ...{ state: 'verified', assignee: 'rodica', changedBy: 'rodica', endedState: null },
    seenUntil: ofDana!.lastModified,
  })
})

test('calls a report new again once it changes after it was verified, and says so', async () => {
  const cast = await set()
  await threeReports(cast)
  const all = await listed(cast.ana)
  await review(cast.ana, all, { state: 'verified', assignee: 'ana' })
  later(cast)

  await send(cast.dana, answerOf(cast, dej, 'A1.2', 'Coadă'))

  const [changed] = await listed(cast.ana)
  expect(changed?.review).toMatchObject({ state: 'new', endedState: 'verified', assignee: 'ana' })
  expect(await reviewsSeenBy(cast.ana, { reviewState: 'verified' })).toHaveLength(2)
  expect(await counted(cast)).toEqual({ new: 1, verified: 2 })
})

test('does not call a report verified that changed while it was read', async () => {
  const cast = await set()
  await threeReports(cast)
  const [before] = await listed(cast.ana)
  later(cast)
  await send(cast.dana, answerOf(cast, dej, 'A1.2', 'Coadă'))

  await review(cast.ana, [before!], { state: 'verified' })

  expect((await listed(cast.ana))[0]?.review.state).toBe('new')
})

test('keeps the state of a report that is sent again', async () => {
  const cast = await set()
  await threeReports(cast)
  await review(cast.ana, await listed(cast.ana), { state: 'verified' })
  later(cast)

  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))

  expect(await counted(cast)).toEqual({ new: 0, verified: 3 })
})

test('keeps a report in work while its observer adds to it', async () => {
  const cast = await set()
  await threeReports(cast)
  const [ofDana] = await listed(cast.ana)
  await review(cast.ana, [ofDana!], { state: 'in-work', assignee: 'ana' })
  later(cast)

  await send(cast.dana, answerOf(cast, dej, 'A1.2', 'Coadă'))

  expect(await reviewsSeenBy(cast.ana, { assigned: 'me' })).toEqual(['Cluj Dej 1: in-work, ana'])
})

test('lists and counts reports by state, within what the caller sees', async () => {
  const cast = await set()
  await threeReports(cast)
  const [ofDana, atBlaj] = await listed(cast.ana)
  await review(cast.ana, [ofDana!], { state: 'follow-up' })
  await review(cast.ana, [atBlaj!], { state: 'verified' })

  expect(await reviewsSeenBy(cast.ana, { reviewState: 'new' })).toEqual(['Alba Aiud 1: new'])
  expect(await reviewsSeenBy(cast.ana, { reviewState: 'follow-up' })).toEqual([
    'Cluj Dej 1: follow-up',
  ])
  expect(await reviewsSeenBy(cast.ana, { assigned: 'none' })).toHaveLength(3)
  expect(await reviewsSeenBy(cast.ana, { assigned: 'me' })).toEqual([])
  expect(await reviewsSeenBy(cast.sanda, { reviewState: 'verified' })).toEqual([])
  expect(await counted(cast)).toEqual({ new: 1, verified: 1, 'follow-up': 1 })
  expect(await counted(cast, cast.sanda)).toEqual({ new: 0, 'follow-up': 1 })
  expect(await counted(cast, cast.calin)).toEqual({ new: 0, 'follow-up': 1 })
})

test('undoes a change of many reports, except where they were changed again', async () => {
  const cast = await set()
  await threeReports(cast)
  const all = await listed(cast.ana)
  await review(cast.ana, [all[0]!], { state: 'follow-up', assignee: 'rodica' })
  const { changeId, changed } = await review(cast.ana, all, { state: 'verified', assignee: null })
  expect(changed).toBe(3)
  await review(cast.rodica, [all[1]!], { state: 'in-work' })

  const undo = () => cast.ana.call(reviews.undo, { params: { changeId } })

  expect(await undo()).toMatchObject({ undone: 2 })
  expect(await reviewsSeenBy(cast.ana)).toEqual([
    'Cluj Dej 1: follow-up, rodica',
    'Alba Blaj 1: in-work',
    'Alba Aiud 1: new',
  ])
  await expect(undo()).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('does not undo the change before the one that was undone', async () => {
  const cast = await set()
  await threeReports(cast)
  const [ofDana] = await listed(cast.ana)
  const first = await review(cast.ana, [ofDana!], { state: 'follow-up' })
  const second = await review(cast.ana, [ofDana!], { state: 'verified' })
  await cast.ana.call(reviews.undo, { params: { changeId: second.changeId } })

  const again = cast.ana.call(reviews.undo, { params: { changeId: first.changeId } })

  await expect(again).rejects.toMatchObject({ code: 'thing.not-found' })
  expect((await listed(cast.ana))[0]?.review.state).toBe('follow-up')
})

test('changes nothing that the caller does not see, nor for guests', async () => {
  const cast = await set()
  await threeReports(cast)
  const all = await listed(cast.ana)
  const verified = { state: 'verified' } as const

  expect(await review(cast.calin, all, verified)).toMatchObject({ changed: 1 })
  await expect(review(cast.calin, all.slice(1), verified)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await expect(review(cast.gelu, all, verified)).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  expect(await counted(cast)).toEqual({ new: 2, verified: 1 })
})

test('assigns reports to accounts that may review them', async () => {
  const cast = await set()
  await threeReports(cast)
  const all = await listed(cast.ana)

  expect(await cast.ana.call(reviews.listReviewers)).toEqual({
    accounts: ['ana', 'calin', 'rodica', 'sanda'],
  })
  expect(await cast.calin.call(reviews.listReviewers)).toEqual({ accounts: ['calin'] })
  expect(await cast.sanda.call(reviews.listReviewers)).toEqual({ accounts: ['sanda'] })
  await expect(review(cast.calin, all, { assignee: 'ana' })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  for (const assignee of ['gelu', 'nimeni'])
    await expect(review(cast.ana, all, { assignee })).rejects.toMatchObject({
      code: 'thing.not-found',
    })
  await expect(review(cast.ana, all, {})).rejects.toMatchObject({ code: 'request.invalid' })
})

test('records in history what was changed and undone', async () => {
  const cast = await set()
  await threeReports(cast)
  const [ofDana] = await listed(cast.ana)
  const { changeId } = await review(cast.ana, [ofDana!], { state: 'verified', assignee: 'rodica' })
  await cast.ana.call(reviews.undo, { params: { changeId } })

  const { observerId, pollingStationId } = ofDana!
  const { data } = await cast.ana.call(history.list, { query: { observerId, pollingStationId } })

  const before = { state: 'new', assignee: null }
  const after = { state: 'verified', assignee: 'rodica' }
  expect(data.slice(0, 2).map((line) => [line.act, line.before, line.after])).toEqual([
    ['reviews.change-undone', after, before],
    ['reviews.changed', before, after],
  ])
})

test('tells the screens of all who see the report', async () => {
  const cast = await set()
  await threeReports(cast)
  const [ofDana] = await listed(cast.ana)
  const screen = await openScreen(await cast.listen(), (await cast.calin.token())!)

  await review(cast.ana, [ofDana!], { state: 'verified' })

  await expect.poll(() => screen.heard).toContain('reviews.changed')
  screen.close()
})

test('is no change of the report for the proof of history', async () => {
  const cast = await set()
  await threeReports(cast)
  const all = await listed(cast.ana)
  later(cast)
  await review(cast.ana, all, { state: 'verified' })

  expect(await prove(cast)).toMatchObject(nothingFound)
})

test('assigns no report to an account that does not see it', async () => {
  const cast = await set()
  await threeReports(cast)
  const [ofDana, atBlaj] = await listed(cast.ana)

  await expect(review(cast.ana, [atBlaj!], { assignee: 'calin' })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  expect(await review(cast.ana, [atBlaj!, ofDana!], { assignee: 'sanda' })).toMatchObject({
    changed: 1,
  })
  expect(await reviewsSeenBy(cast.sanda, { assigned: 'me' })).toEqual(['Cluj Dej 1: new, sanda'])
})

test('calls a verified report new again once an older answer is placed in it', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, nowhere, 'A2.1', 'Cabine'))
  later(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await review(cast.ana, await listed(cast.ana), { state: 'verified' })

  await placeNewest(cast.ana, { station: aiud })

  expect((await listed(cast.ana))[0]?.review).toMatchObject({
    ...{ state: 'new', endedState: 'verified' },
  })
})

test('calls a verified report new again once a note is placed in it', async () => {
  const cast = await set()
  await cast.bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } })
  later(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await review(cast.ana, await listed(cast.ana), { state: 'verified' })

  await placeNewest(cast.ana, { station: aiud })

  expect((await listed(cast.ana))[0]?.review).toMatchObject({ state: 'new' })
})

test('does not verify what was placed since, when a later change is undone', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, nowhere, 'A2.1', 'Cabine'))
  later(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const reports = await listed(cast.ana)
  await review(cast.ana, reports, { state: 'verified' })
  const { changeId } = await review(cast.ana, reports, { state: 'follow-up' })
  await placeNewest(cast.ana, { station: aiud })

  await cast.ana.call(reviews.undo, { params: { changeId } })

  expect((await listed(cast.ana))[0]?.review).toMatchObject({
    ...{ state: 'new', endedState: 'verified' },
  })
})

test('refuses a moment that cannot be stored', async () => {
  const cast = await set()
  await threeReports(cast)
  const [report] = await listed(cast.ana)
  for (const lastModified of ['0000-01-01T00:00:00Z', '9999-12-31T23:00:00-14:00']) {
    const { observerId, pollingStationId } = report!
    const payload = { reports: [{ observerId, pollingStationId, lastModified }], state: 'verified' }
    const reply = await cast.ana.send({ method: 'POST', url: '/api/v1/reviews', payload })
    expect(reply.statusCode).toBe(400)
  }
})
