import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { stage } from '#testing/stage.ts'
import { notes } from '../contract.ts'
import { aiud, listed, png, rows, storedFiles } from './testing.ts'

const set = stage()

const picture = { name: 'photo.png', bytes: png() }

test('shows a note on a question, with its picture, to the staff', async () => {
  const cast = await set()
  const { bogdan, field, clock } = cast
  const questionId = field.questionId('A1.2')

  const reply = await bogdan.call(
    notes.write,
    { body: { ...aiud, questionId, text: 'Coadă la intrare' } },
    [picture],
  )

  const begins = '^http://[^/]+/api/v1/attachments/[^?]+'
  const link = expect.stringMatching(`${begins}\\.png$`)
  const shown = expect.stringMatching(`${begins}-shown\\.jpg$`)
  expect(reply).toEqual({
    filesAddress: [link],
    note: { ...aiud, questionId, text: 'Coadă la intrare', files: null },
  })
  const read = await listed(cast)
  expect(read).toMatchObject([
    {
      text: 'Coadă la intrare',
      questionId,
      questionCode: 'A1.2',
      formId: field.formId('A'),
      formCode: 'A',
      formDescription: 'Deschidere',
      questionText: 'Ce ați văzut?',
      ...aiud,
      lastModified: clock.now,
      attachmentPath: shown,
      attachmentsPaths: [shown],
      attachments: [
        { src: link, shown, isImage: true, mediaType: 'image/png', fileName: 'photo.png' },
      ],
    },
  ])
})

test('stores a note without a question as a note on the station', async () => {
  const cast = await set()

  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Totul în regulă' } })
  await cast.bogdan.call(notes.write, { body: { ...aiud, questionId: 0, text: 'Încă' } })

  const none = { questionId: null, questionCode: null, formId: -1, formCode: null }
  const [first, second] = await listed(cast)
  expect(first).toMatchObject({ ...none, attachmentPath: null, attachmentsPaths: [] })
  expect(second).toMatchObject({ ...none, text: 'Încă' })
})

test('stores a note on an unknown question as a note on the station', async () => {
  const cast = await set()

  await cast.bogdan.call(notes.write, { body: { ...aiud, questionId: 999_999, text: 'Ceva' } })

  expect(await listed(cast)).toMatchObject([{ text: 'Ceva', questionId: null }])
})

test('accepts a note of files alone, and keeps their order', async () => {
  const cast = await set()
  const files = [1, 2, 3].map((nth) => ({ name: `${nth}.png`, bytes: png(`${nth}`) }))

  await cast.bogdan.call(notes.write, { body: { ...aiud } }, files)

  const [note] = await listed(cast)
  expect(note).toMatchObject({ text: '' })
  expect(note!.attachments.map(({ fileName }) => fileName)).toEqual(['1.png', '2.png', '3.png'])
})

test('accepts one file or none in the call of older phones', async () => {
  const cast = await set()

  const withFile = await cast.bogdan.call(notes.upload, { body: { ...aiud, text: 'Una' } }, [
    picture,
  ])
  const without = await cast.bogdan.call(notes.upload, { body: { ...aiud, text: 'Alta' } })

  expect(withFile.fileAddress).toMatch(/^[^?]+\.png$/)
  expect(without.fileAddress).toBeNull()
  expect((await listed(cast)).map(({ text }) => text)).toEqual(['Una', 'Alta'])
})

test('accepts part names in any capitalisation', async () => {
  const cast = await set()
  const form = new FormData()
  for (const [name, value] of [
    ['COUNTYCODE', 'AB'],
    ['MunicipalityCode', 'AB1'],
    ['pollingstationnumber', '1'],
    ['Text', 'Bun'],
  ] as const)
    form.append(name, value)
  form.append('files', new Blob([png()]), 'a.png')
  const request = new Response(form)

  const reply = await cast.bogdan.send({
    method: 'POST',
    url: '/api/v2/note',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })

  expect(reply.statusCode).toBe(200)
  expect(await listed(cast)).toMatchObject([{ text: 'Bun', attachments: [{ isImage: true }] }])
})

test('stores a resent note once, and answers with the same link', async () => {
  const cast = await set()
  const send = () => cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, [picture])

  const [first, ...others] = [await send(), await send(), ...(await Promise.all([send(), send()]))]

  for (const other of others) expect(other).toEqual(first)
  expect(await rows(cast)).toEqual({ notes: 1, attachments: 1, unplaced: 0, visits: 1 })
  expect(await storedFiles(cast)).toHaveLength(1)
})

test('stores another note for another text, question or file', async () => {
  const cast = await set()
  const write = (body: object, files = [picture]) =>
    cast.bogdan.call(notes.write, { body: { ...aiud, ...body } }, files)

  await write({ text: 'Coadă' })
  await write({ text: 'Coadă!' })
  await write({ text: 'Coadă', questionId: cast.field.questionId('A1.1') })
  await write({ text: 'Coadă' }, [{ name: 'photo.png', bytes: png('other') }])

  expect(await rows(cast)).toMatchObject({ notes: 4 })
})

test('moves the thread of a new note to the top, and counts the note', async () => {
  const cast = await set()
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Una' } })
  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)

  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Două' } })

  const { threads } = await cast.ana.call(answers.list, { query: {} })
  expect(threads).toMatchObject([{ notes: 2, lastModified: cast.clock.now }])
})

test('sets aside a note on an unknown station with its files, once', async () => {
  const cast = await set()
  const body = { ...aiud, pollingStationNumber: 99, text: 'Unde sunt?' }

  for (let time = 0; time < 2; time++)
    expect(await cast.bogdan.call(notes.write, { body }, [picture])).toMatchObject({
      filesAddress: [],
      note: { text: 'Unde sunt?' },
    })

  expect(await rows(cast)).toEqual({ notes: 0, attachments: 1, unplaced: 1, visits: 0 })
  const [kept] = await cast.database.primary.selectFrom('unplaced').selectAll().execute()
  expect(kept).toMatchObject({
    kind: 'note',
    reason: 'no-such-station',
    sent: { ...body, files: [{ fileName: 'photo.png' }] },
  })
  expect(await storedFiles(cast)).toHaveLength(1)
})

test('records author and text of a note in history', async () => {
  const cast = await set()

  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, [picture])

  const rows = await cast.database.primary
    .selectFrom('history')
    .select(['actorName', 'after'])
    .where('act', '=', 'notes.received')
    .execute()
  expect(rows).toEqual([
    {
      actorName: 'Bogdan Pop',
      after: {
        questionId: null,
        text: 'Coadă',
        files: [expect.stringMatching(/^[0-9a-f]{64}$/)],
        pollingStationId: cast.field.stationId('AB1', 1),
      },
    },
  ])
})

test('hides another organisation’s notes', async () => {
  const cast = await set()
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, [picture])

  expect(await listed(cast, cast.calin)).toEqual([])
  expect(await listed(cast, cast.ana)).toHaveLength(1)
})

test('lets only observers write notes, and only staff read them', async () => {
  const cast = await set()
  const body = { ...aiud, text: 'x' }

  for (const [person, code] of [
    [cast.ana, 'session.forbidden'],
    [cast.stranger, 'session.missing'],
  ] as const)
    await expect(person.call(notes.write, { body }, [picture])).rejects.toMatchObject({ code })
  await expect(listed(cast, cast.bogdan)).rejects.toMatchObject({ code: 'session.forbidden' })
  await expect(listed(cast, cast.stranger)).rejects.toMatchObject({ code: 'session.missing' })
  expect(await storedFiles(cast)).toEqual([])
})

test.each([['-1'], ['0'], [''], ['null'], ['abc'], [undefined]])(
  'sets aside a note with the station number %j and its files, until placed',
  async (pollingStationNumber) => {
    const cast = await set()
    const body = { countyCode: 'AB', text: 'Coadă', pollingStationNumber } as never

    const reply = await cast.bogdan.call(notes.write, { body }, [picture])

    expect(reply.note).toMatchObject({ text: 'Coadă' })
    const { data } = await cast.ana.call(unplaced.list, { query: {} })
    expect(data).toMatchObject([{ kind: 'note', reason: 'no-such-station', alike: 1 }])
    const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
    await cast.ana.call(unplaced.place, { params: { id: data[0]!.id }, body: { pollingStationId } })
    expect(await listed(cast)).toMatchObject([{ text: 'Coadă', attachments: [{}] }])
  },
)
