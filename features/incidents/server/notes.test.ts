import { expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { aiud, listed, png } from '#features/notes/server/testing.ts'
import { nowhere, placeNewest, undoPlacing } from '#features/unplaced/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { incidents } from '../contract.ts'
import { makeIncident, merge } from './testing.ts'

const set = stage()

/** A note of Bogdan's, with a photograph. */
async function photographed(cast: Stage) {
  const files = [{ name: 'usa.png', bytes: png() }]
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Ușa era deschisă' } }, files)
  return (await listed(cast)).at(-1)!
}

const notesOf = (person: Person, id: Id<'incidents'>) =>
  person.call(notes.ofIncident, { params: { id } })

test('makes an incident of a note, and shows it there with its photograph', async () => {
  const cast = await set()
  const note = await photographed(cast)

  const { id } = await makeIncident(cast.ana, { notes: [note.id] })

  const [shown, ...others] = await notesOf(cast.ana, id)
  expect(others).toEqual([])
  expect(shown).toMatchObject({
    ...{ text: 'Ușa era deschisă', observerName: 'Bogdan Pop', pollingStationName: 'Alba Aiud 1' },
    attachments: [{ isImage: true, shown: expect.stringContaining('-shown.jpg') }],
  })
  const { observerId, pollingStationId } = note
  const query = { observerId, pollingStationId }
  const { linked } = await cast.ana.call(incidents.ofReport, { query })
  expect(linked).toMatchObject([{ id }])
})

test('links a note once, and takes it out also where its incident was merged', async () => {
  const cast = await set()
  const { id: noteId } = await photographed(cast)
  const { id } = await makeIncident(cast.ana)
  const link = () => cast.ana.call(incidents.linkNote, { params: { id }, body: { noteId } })
  await link()
  await link()
  const { id: into } = await makeIncident(cast.ana)
  await merge(cast.ana, id, into)
  expect(await notesOf(cast.ana, into)).toHaveLength(1)

  await cast.ana.call(incidents.unlinkNote, { params: { id: into }, query: { noteId } })

  expect(await notesOf(cast.ana, into)).toEqual([])
  const { data } = await cast.ana.call(history.list, { query: { subject: 'incidents' } })
  const lines = data.map(({ act, subjectId, before, after }) => [act, subjectId, before ?? after])
  expect(lines.filter(([act]) => String(act).includes('note'))).toEqual([
    ['incidents.note-unlinked', id, { noteId }],
    ['incidents.note-linked', id, { noteId }],
  ])
})

test('forgets a note that leaves its report, and hides those of other organisations', async () => {
  const cast = await set()
  await cast.bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } })
  const pollingStationId = cast.field.stationId('AB1', 1)
  const { placingId } = await placeNewest(cast.ana, { pollingStationId })
  const { id: noteId } = (await listed(cast))[0]!
  const { id } = await makeIncident(cast.ana, { notes: [noteId] })
  const { id: theirs } = await makeIncident(cast.calin)

  const linking = { params: { id: theirs }, body: { noteId } }
  await expect(cast.calin.call(incidents.linkNote, linking)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await cast.ana.call(incidents.linkNote, linking)
  expect(await notesOf(cast.calin, theirs)).toEqual([])

  await undoPlacing(cast.ana, placingId)
  expect(await notesOf(cast.ana, id)).toEqual([])
  const { data } = await cast.ana.call(history.list, { query: { act: 'incidents.note-unlinked' } })
  expect(data.map(({ subjectId, before }) => [subjectId, before])).toEqual(
    expect.arrayContaining([
      [id, { noteId }],
      [theirs, { noteId }],
    ]),
  )
})

test('links the same note of another unmatched report when the placing of the first is undone', async () => {
  const cast = await set()
  const pollingStationId = cast.field.stationId('AB1', 1)
  const placings = []
  for (const number of [7, 8]) {
    const at = { ...nowhere, pollingStationNumber: number }
    await cast.bogdan.call(notes.write, { body: { ...at, text: 'Coadă' } })
    placings.push(await placeNewest(cast.ana, { pollingStationId }))
  }
  const [placed, ...others] = await listed(cast)
  expect(others).toEqual([])
  const { id } = await makeIncident(cast.ana, { notes: [placed!.id] })

  await undoPlacing(cast.ana, placings[0]!.placingId)

  expect(await notesOf(cast.ana, id)).toMatchObject([{ text: 'Coadă' }])
  const { data } = await cast.ana.call(history.list, { query: { subject: 'incidents' } })
  expect(data.slice(0, 2).map(({ act }) => act)).toEqual([
    'incidents.note-linked',
    'incidents.note-unlinked',
  ])
})
