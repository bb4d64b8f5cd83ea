import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, dej, list, send, summary } from '#features/answers/server/testing.ts'
import { make, prepare } from '#features/elections/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { listed as listedNotes, png } from '#features/notes/server/testing.ts'
import { statistics } from '#features/statistics/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { infoOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { unplaced } from '../contract.ts'
import {
  acts,
  allReported,
  listed,
  newest,
  nowhere,
  place,
  placeNewest,
  undoPlacing,
  unplace,
  wait,
} from './testing.ts'

const set = stage()
const elsewhere = { ...nowhere, pollingStationNumber: 8 } as const
const arrivedAt = '2026-11-22T05:30:00Z'

const report = (cast: Stage, at: object, facts: object) =>
  cast.bogdan.call(visits.report, { body: { ...at, ...facts } as never })

/** Expects the earlier state and right counts. */
async function expectAsBefore(cast: Stage, before: Awaited<ReturnType<typeof allReported>>) {
  expect(await allReported(cast)).toEqual(before)
  expect(await miscounted(cast.database)).toEqual([])
}

test('reopens a placed answer, and removes its visit, flag and counts', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const id = await newest(ana)
  const before = await allReported(cast)
  wait(cast, 60)
  await place(ana, { station: aiud })
  expect((await list(ana)).threads).toMatchObject([{ flagged: 1 }])
  expect(await listed(ana, 'placed')).toMatchObject([{ id, isUndoable: true }])

  expect(await unplace(ana, id)).toEqual([])

  await expectAsBefore(cast, before)
  expect((await list(ana)).threads).toEqual([])
  const { quarters } = await ana.call(statistics.trend, { query: { hours: 2 } })
  expect(quarters.filter(({ reports }) => reports > 0)).toEqual([])
  expect(await listed(ana)).toMatchObject([{ id, placedAt: null, settledBy: null }])
  expect((await acts(cast)).map(({ act, actorName }) => [act, actorName])).toEqual([
    ['unplaced.placed', 'ana'],
    ['unplaced.placing-undone', 'ana'],
  ])
})

test('restores the replaced answer with its flag and moment', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(
    bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A1.2', 'Coadă', 'Altceva=x'),
  )
  wait(cast, 20)
  await send(
    bogdan,
    answerOf(cast, nowhere, 'A1.1', 'Da'),
    answerOf(cast, nowhere, 'A1.2', 'Coadă'),
  )
  const before = await allReported(cast)
  wait(cast, 20)
  const { placingId } = await placeNewest(ana, { station: aiud, alike: true })
  expect(await summary(cast, aiud)).toEqual(['A1.1: Da', 'A1.2: Coadă'])

  expect(await undoPlacing(ana, placingId)).toEqual({ undone: 2, kept: [], left: 0 })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu', 'A1.2: Coadă, Altceva=x'])
  await expectAsBefore(cast, before)
})

test('restores replaced facts, and keeps and names one reported since', async () => {
  const cast = await set()
  const { ana } = cast
  await report(cast, aiud, { urbanArea: true, numberOfVotersOnTheList: 1200 })
  wait(cast, 1)
  const facts = { observerArrivalTime: arrivedAt, urbanArea: false, chairmanPresence: true }
  await report(cast, nowhere, facts)
  const id = await newest(ana)
  const before = await allReported(cast)
  await place(ana, { station: aiud })
  expect(await unplace(ana, id)).toEqual([])
  await expectAsBefore(cast, before)

  await place(ana, { station: aiud })
  wait(cast, 1)
  const saidAt = cast.clock.now
  // The repetition was sent to the station itself.
  await report(cast, aiud, { chairmanPresence: true })

  expect(await unplace(ana, id)).toEqual([{ what: 'chairmanPresence', saidAt }])

  expect(await infoOf(cast, 'AB1')).toMatchObject({
    observerArrivalTime: null,
    urbanArea: true,
    chairmanPresence: true,
    numberOfVotersOnTheList: 1200,
  })
  expect(await listed(ana)).toMatchObject([{ id }])
})

test.each([
  ['said otherwise', ['Nu'], ['A1.1: Nu']],
  ['repeated', ['Da'], ['A1.1: Da']],
  ['taken back', [], []],
])('keeps and names an answer that was %s since', async (_what, chosen, kept) => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Da'))
  const id = await newest(ana)
  await place(ana, { station: aiud })
  wait(cast, 1)
  const saidAt = cast.clock.now
  await send(bogdan, answerOf(cast, aiud, 'A1.1', ...chosen))

  expect(await unplace(ana, id)).toEqual([{ what: 'answer', saidAt }])

  expect(await summary(cast, aiud)).toEqual(kept)
  expect(await miscounted(cast.database)).toEqual([])
  // It supersedes the reopened report, as if that had never been placed.
  expect(await place(ana, { station: aiud })).toEqual({ placed: 0, left: 0, superseded: 1 })
})

test('keeps an answer that the call with the retry also repeats at the station', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Da'))
  const id = await newest(ana)
  await place(ana, { station: aiud })
  wait(cast, 1)
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Da'), answerOf(cast, aiud, 'A1.1', 'Da'))

  expect(await unplace(ana, id)).toEqual([{ what: 'answer', saidAt: cast.clock.now }])

  expect(await summary(cast, aiud)).toEqual(['A1.1: Da'])
})

test('keeps and shows repeated reports after all placings there are undone', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const arrival = { observerArrivalTime: arrivedAt }
  await report(cast, nowhere, arrival)
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const repeated = await placeNewest(ana, { station: aiud, alike: true })
  wait(cast, 1)
  await report(cast, elsewhere, { urbanArea: true })
  await send(bogdan, answerOf(cast, elsewhere, 'A1.2', 'Coadă'))
  const others = await placeNewest(ana, { station: aiud, alike: true })
  wait(cast, 1)
  await report(cast, aiud, arrival)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  const { kept } = await undoPlacing(ana, repeated.placingId)
  expect(await undoPlacing(ana, others.placingId)).toEqual({ undone: 2, kept: [], left: 0 })

  expect(kept.map(({ what }) => what).sort()).toEqual(['answer', 'observerArrivalTime'])
  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
  expect(await infoOf(cast, 'AB1')).toMatchObject({
    observerArrivalTime: new Date(arrivedAt),
    urbanArea: null,
  })
  expect(await miscounted(cast.database)).toEqual([])
})

test('undoes either of two overlapping placings, and keeps the other', {
  tags: 'slow',
}, async () => {
  for (const first of [0, 1]) {
    const cast = await set()
    const { ana, bogdan } = cast
    await send(bogdan, answerOf(cast, aiud, 'A1.2', 'Altceva'))
    const ids: Id<'unplaced'>[] = []
    for (const [at, ...chosen] of [
      [nowhere, 'Coadă'],
      [elsewhere, 'Coadă', 'Afișe electorale'],
    ] as const) {
      wait(cast, 1)
      await send(bogdan, answerOf(cast, at, 'A1.2', ...chosen))
      ids.push(await newest(ana))
    }
    const before = await allReported(cast)
    for (const id of ids)
      await ana.call(unplaced.place, { params: { id }, body: { station: aiud } })

    await unplace(ana, ids[first]!)

    const other = first === 0 ? 'A1.2: Coadă, Afișe electorale' : 'A1.2: Coadă'
    expect(await summary(cast, aiud)).toEqual([other])
    expect(await miscounted(cast.database)).toEqual([])
    await unplace(ana, ids[1 - first]!)
    await expectAsBefore(cast, before)
  }
})

test('applies a superseded report once the report over it is undone', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await report(cast, nowhere, { urbanArea: true, chairmanPresence: true })
  const earlier = (await listed(ana)).map(({ id }) => id)
  wait(cast, 1)
  await send(bogdan, answerOf(cast, elsewhere, 'A1.1', 'Da'))
  await report(cast, elsewhere, { urbanArea: false })
  const later = await placeNewest(ana, { station: aiud, alike: true })
  for (const id of earlier)
    await ana.call(unplaced.place, { params: { id }, body: { station: aiud } })
  expect(await listed(ana, 'superseded')).toMatchObject([{ kind: 'answer' }])

  await undoPlacing(ana, later.placingId)

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
  expect(await infoOf(cast, 'AB1')).toMatchObject({ urbanArea: true, chairmanPresence: true })
  expect(await listed(ana, 'superseded')).toEqual([])
  expect(await listed(ana, 'placed')).toMatchObject([{ superseded: [] }, { superseded: [] }])
  expect(await miscounted(cast.database)).toEqual([])
})

test('removes a note with its picture, and brings both to the next place', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const files = [{ name: 'urna.png', bytes: png() }]
  await bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } }, files)
  const id = await newest(ana)
  const before = await allReported(cast)
  await place(ana, { station: dej })

  expect(await unplace(ana, id)).toEqual([])

  await expectAsBefore(cast, before)
  await place(ana, { station: aiud })
  const [note] = await listedNotes(cast)
  expect(note?.attachments).toMatchObject([{ fileName: 'urna.png' }])
})

test('keeps a note and its picture that the observer sent to the station meanwhile', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const files = [{ name: 'urna.png', bytes: png() }]
  await bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } }, files)
  const id = await newest(ana)
  const { aside } = await allReported(cast)
  await place(ana, { station: aiud })
  wait(cast, 1)
  await bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, files)

  expect(await unplace(ana, id)).toEqual([{ what: 'note', saidAt: cast.clock.now }])

  const [note] = await listedNotes(cast)
  expect(note?.attachments).toMatchObject([{ fileName: 'urna.png' }])
  expect((await allReported(cast)).aside).toEqual(aside)
})

test('keeps the other of two notes with the same words', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const files = [{ name: 'urna.png', bytes: png() }]
  for (const at of [nowhere, elsewhere]) {
    await bogdan.call(notes.write, { body: { ...at, text: 'Coadă' } }, files)
    wait(cast, 1)
  }
  const before = await allReported(cast)
  const ids = (await listed(ana)).map(({ id }) => id)
  for (const id of ids) await ana.call(unplaced.place, { params: { id }, body: { station: aiud } })

  await unplace(ana, ids[0]!)

  const [note, ...others] = await listedNotes(cast)
  expect(others).toEqual([])
  expect(note?.attachments).toMatchObject([{ fileName: 'urna.png' }])
  expect(await miscounted(cast.database)).toEqual([])
  await unplace(ana, ids[1]!)
  await expectAsBefore(cast, before)
})

test('keeps a visit created by a placing when something else was reported since', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const id = await newest(ana)
  await place(ana, { station: aiud })
  wait(cast, 1)
  await bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } })

  await unplace(ana, id)

  expect((await list(ana)).threads).toMatchObject([
    { answered: 0, flagged: 0, notes: 1, lastModified: cast.clock.now },
  ])
  expect(await miscounted(cast.database)).toEqual([])
})

test('removes an option that staff chose, and keeps the options stored beside it', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, bogdan, field } = cast
  const draft = answerOf(cast, aiud, 'A1.2', 'Coadă')
  const unknown = { optionId: 99_999, value: 'un tricou' }
  const both = { ...draft, options: [...draft.options, unknown] }
  await send(bogdan, both)
  const id = await newest(ana)
  const before = await allReported(cast)
  await place(ana, { optionId: field.optionId('A1.2', 'Altceva') })

  await unplace(ana, id)

  await expectAsBefore(cast, before)
  await place(ana, { optionId: field.optionId('A1.2', 'Altceva') })
  // A retry also repeats the rest of the answer.
  wait(cast, 2)
  await send(bogdan, both)
  await unplace(ana, id)
  wait(cast, -1)
  await send(bogdan, answerOf(cast, nowhere, 'A1.2', 'Afișe electorale'))
  expect(await place(ana, { station: aiud })).toMatchObject({ superseded: 1 })
  expect(await summary(cast, aiud)).toEqual(['A1.2: Coadă'])
})

test('recognises a retry after undoing, and places the report elsewhere as if for the first time', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await report(cast, nowhere, { urbanArea: true })
  const { placingId } = await placeNewest(ana, { station: aiud, alike: true })
  await undoPlacing(ana, placingId)
  wait(cast, 1)
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await report(cast, nowhere, { urbanArea: true })
  expect(await listed(ana)).toMatchObject([{ saidAt: cast.clock.now }, { saidAt: cast.clock.now }])

  await place(ana, { station: dej, alike: true })

  expect([await summary(cast, aiud), await summary(cast, dej)]).toEqual([[], ['A1.1: Nu']])
  expect(await infoOf(cast, 'AB1')).toBeNull()
  expect(await infoOf(cast, 'CJ1')).toMatchObject({ urbanArea: true })
  expect(await miscounted(cast.database)).toEqual([])
})

test('undoes one act, without reports placed by another or dismissed since', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, bogdan, dana } = cast
  for (const one of [bogdan, dana]) await send(one, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await send(bogdan, answerOf(cast, elsewhere, 'C1.1', 'Nu'))
  const other = await placeNewest(ana, { station: aiud })
  const first = await placeNewest(ana, { station: aiud, alike: true })
  const [again, dismissed] = (await listed(ana, 'placed'))
    .filter(({ sent }) => sent['pollingStationNumber'] === 7)
    .map(({ id }) => id)
  for (const id of [again!, dismissed!]) await unplace(ana, id)
  await ana.call(unplaced.dismiss, { params: { id: dismissed! } })
  const second = await placeNewest(ana, { station: dej })

  await expect(undoPlacing(ana, first.placingId)).rejects.toMatchObject({
    code: 'unplaced.not-placed',
  })
  expect(await undoPlacing(ana, second.placingId)).toMatchObject({ undone: 1 })

  expect(await listed(ana)).toMatchObject([{ id: again }])
  expect(await listed(ana, 'dismissed')).toMatchObject([{ id: dismissed }])
  expect((await list(ana)).threads).toMatchObject([{ answered: 1 }])
  expect(await undoPlacing(ana, other.placingId)).toMatchObject({ undone: 1 })
})

test('undoing an act also reopens its superseded reports', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(
    bogdan,
    answerOf(cast, nowhere, 'A1.1', 'Nu'),
    answerOf(cast, nowhere, 'A1.2', 'Coadă'),
  )
  wait(cast, 1)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const before = await allReported(cast)
  const { placingId } = await placeNewest(ana, { station: aiud, alike: true })

  expect(await undoPlacing(ana, placingId)).toEqual({ undone: 2, kept: [], left: 0 })

  await expectAsBefore(cast, before)
})

test('undoes a placing once for two concurrent calls', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const id = await newest(ana)
  const before = await allReported(cast)
  const { placingId } = await placeNewest(ana, { station: aiud })

  const results = await Promise.allSettled([
    unplace(ana, id),
    unplace(ana, id),
    undoPlacing(ana, placingId),
  ])

  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
  await expectAsBefore(cast, before)
  expect((await acts(cast)).map(({ act }) => act)).toEqual([
    'unplaced.placed',
    'unplaced.placing-undone',
  ])
  await expect(unplace(ana, id)).rejects.toMatchObject({ code: 'unplaced.not-placed' })
})

test('skips a report that a colleague undoes at the same time', async () => {
  const cast = await set()
  const { ana, bogdan, database } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const id = await newest(ana)
  const before = await allReported(cast)
  const { placingId } = await placeNewest(ana, { station: aiud })
  const letGo = await holdLocks(database, (tx) =>
    sql`select hold_observers(array(select id from observers))`.execute(tx),
  )
  const one = unplace(ana, id)
  await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)
  const act = undoPlacing(ana, placingId)
  await expect.poll(() => waitingForARow(database), pollOptions).toBe(2)
  await letGo()

  expect(await one).toEqual([])
  expect(await act).toEqual({ undone: 0, kept: [], left: 0 })

  await expectAsBefore(cast, before)
})

test('refuses to undo placings from before replaced answers were stored, and says so', async () => {
  const cast = await set()
  const { ana, bogdan, database } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const id = await newest(ana)
  await place(ana, { station: aiud })
  await database.write((tx) =>
    tx.updateTable('unplaced').set({ placement: null, placingId: null }).execute(),
  )

  expect(await listed(ana, 'placed')).toMatchObject([{ id, isUndoable: false }])
  await expect(unplace(ana, id)).rejects.toMatchObject({
    code: 'unplaced.stays-placed',
    details: { reason: 'placed-before' },
  })
  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
})

test('lets county staff undo only where they see the report before and after', async () => {
  const cast = await set()
  const { ana, sanda, bogdan } = cast
  await send(bogdan, answerOf(cast, { ...aiud, pollingStationNumber: 99 }, 'A1.1', 'Nu'))
  await send(bogdan, answerOf(cast, { ...dej, pollingStationNumber: 99 }, 'A1.1', 'Nu'))
  await send(bogdan, answerOf(cast, { ...dej, pollingStationNumber: 98 }, 'A1.1', 'Nu'))
  const ids = (await listed(ana)).map(({ id }) => id)
  const [second, first, fromAlba] = ids as [Id<'unplaced'>, Id<'unplaced'>, Id<'unplaced'>]
  const places = [
    [fromAlba, dej],
    [first, aiud],
    [second, dej],
  ] as const
  for (const [id, station] of places)
    await ana.call(unplaced.place, { params: { id }, body: { station } })

  expect(await listed(sanda, 'placed')).toMatchObject([
    { id: second, isUndoable: true },
    { id: fromAlba, isUndoable: false },
  ])
  await expect(unplace(sanda, fromAlba)).rejects.toMatchObject({
    code: 'unplaced.stays-placed',
    details: { reason: 'named-elsewhere' },
  })
  await expect(unplace(sanda, first)).rejects.toMatchObject({ code: 'thing.not-found' })
  expect(await unplace(sanda, second)).toEqual([])
})

test('refuses to undo another organisation’s reports, or in an election no longer current', async () => {
  const cast = await set()
  const { ana, calin, bogdan, stranger } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const id = await newest(ana)
  const { placingId } = await placeNewest(ana, { station: aiud })

  await expect(unplace(calin, id)).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(undoPlacing(calin, placingId)).rejects.toMatchObject({
    code: 'unplaced.not-placed',
  })
  await expect(unplace(bogdan, id)).rejects.toMatchObject({ code: 'session.forbidden' })
  await expect(unplace(stranger, id)).rejects.toMatchObject({ code: 'session.missing' })
  await make(cast, await prepare(cast))
  await expect(unplace(ana, id)).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('announces reopened reports to screens', async () => {
  const cast = await set()
  const url = await cast.listen()
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const id = await newest(cast.ana)
  await place(cast.ana, { station: aiud })
  const headers = { authorization: `Bearer ${await cast.ana.token()}` }
  const stream = await fetch(`${url}/api/live`, { headers })

  await unplace(cast.ana, id)

  let heard = ''
  for await (const chunk of stream.body!) {
    heard += new TextDecoder().decode(chunk as Uint8Array)
    if (heard.includes('event: unplaced.changed')) break
  }
  expect(heard).toContain('event: answers.received')
})
