import { expect, test } from 'vitest'
import { list } from '#features/answers/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { aiud, listed as listedNotes, png, rows } from '#features/notes/server/testing.ts'
import { visits } from '#features/visits/contract.ts'
import { infoOf } from '#features/visits/server/testing.ts'
import { stage } from '#testing/stage.ts'
import { unplaced } from '../contract.ts'
import { listed, newest, nowhere, place, wait } from './testing.ts'

const set = stage()
const picture = { name: 'urna.png', bytes: png() }

test('keeps a placed note’s words, question, moment and picture', async () => {
  const cast = await set()
  const { ana, bogdan, stranger, field } = cast
  const questionId = field.questionId('A1.1')
  const written = cast.clock.now
  await bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă', questionId } }, [picture])
  wait(cast, 10)

  await place(ana, { station: aiud })

  const [note] = await listedNotes(cast)
  expect(note).toMatchObject({ text: 'Coadă', questionId, lastModified: written })
  expect(note?.attachments).toMatchObject([{ fileName: 'urna.png', isImage: true }])
  const { pathname, search } = new URL(note?.attachments[0]?.src ?? '', 'http://veghe.example')
  const file = await stranger.send({ url: pathname + search })
  expect(file.rawPayload.equals(png())).toBe(true)
  expect((await list(ana)).threads).toMatchObject([{ notes: 1, lastModified: written }])
})

test('merges a placed note with its copy that the observer sent meanwhile', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } }, [picture])
  await bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, [picture])

  await place(ana, { station: aiud })

  expect(await listedNotes(cast)).toHaveLength(1)
  expect(await rows(cast)).toMatchObject({ notes: 1, visits: 1 })
  expect(await listed(ana)).toEqual([])
})

test('shows placed station info to staff unless newer info exists', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const arrived = { observerArrivalTime: '2026-11-22T05:30:00Z' }
  await bogdan.call(visits.report, { body: { ...nowhere, ...arrived, urbanArea: true } })
  const id = await newest(ana)
  await bogdan.call(visits.report, { body: { ...nowhere, ...arrived, urbanArea: false } })
  await place(ana, { station: { ...aiud, municipalityCode: 'AB2' } })
  expect(await infoOf(cast, 'AB2')).toMatchObject({
    urbanArea: false,
    observerArrivalTime: new Date(arrived.observerArrivalTime),
  })

  wait(cast, 1)
  await bogdan.call(visits.report, { body: { ...aiud, urbanArea: false } })
  await ana.call(unplaced.place, { params: { id }, body: { station: aiud } })

  expect(await infoOf(cast, 'AB1')).toMatchObject({
    urbanArea: false,
    observerArrivalTime: new Date(arrived.observerArrivalTime),
  })
})

test('placing a departure changes only the departure', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const observerArrivalTime = '2026-11-22T05:30:00Z'
  await bogdan.call(visits.report, { body: { ...aiud, observerArrivalTime, urbanArea: true } })
  wait(cast, 1)
  const observerLeaveTime = '2026-11-22T08:30:00Z'
  await bogdan.call(visits.leave, { body: { ...nowhere, observerLeaveTime } })

  await place(ana, { station: aiud })

  expect(await infoOf(cast, 'AB1')).toMatchObject({
    urbanArea: true,
    observerArrivalTime: new Date(observerArrivalTime),
    observerLeaveTime: new Date(observerLeaveTime),
  })
})
