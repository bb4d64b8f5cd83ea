import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { forms, type Question } from '#features/forms/contract.ts'
import { addForm } from '#features/forms/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { png } from '#features/notes/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()

/** The workbook's rows by sheet and heading, as another program reads them. */
async function read({ ana }: Stage) {
  const { rawPayload } = await ana.send({ url: '/api/v1/export/all?language=en' })
  const sheets = await readExcel(rawPayload, { trim: false })
  return new Map(
    sheets.map(({ sheet, data: [headings = [], ...rows] }) => [
      sheet,
      rows.map((row) => Object.fromEntries(headings.map((name, nth) => [String(name), row[nth]]))),
    ]),
  )
}

test('keeps text that looks like a formula as text in every column', async () => {
  const cast = await set()
  const formulas = [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1:A9)',
    '\t=1+1',
    '\r\n=1+1',
    '=cmd|"/c calc"!A1',
  ]
  const [bogdan] = (await cast.ana.call(observers.list, { query: { name: 'Bogdan' } })).data
  await cast.ana.call(observers.edit, { body: { observerId: bogdan!.id, name: '=1+1' } })
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2', 'Altceva=@SUM(A1:A9)'))
  for (const text of formulas) await cast.bogdan.call(notes.write, { body: { ...aiud, text } })

  const sheets = await read(cast)

  expect(sheets.get('Notes')!.map((row) => row['Note'])).toEqual(formulas)
  expect(sheets.get('Answers')).toMatchObject([{ Observer: '=1+1', Text: '@SUM(A1:A9)' }])
  expect(sheets.get('Visits')).toMatchObject([{ Observer: '=1+1' }])
  expect(sheets.get('A')).toMatchObject([
    { 'A1.2: Ce ați văzut?': 'Altceva', 'A1.2: Text': '@SUM(A1:A9)' },
  ])
})

test('writes numbers, times, texts and booleans as typed cells', async () => {
  const cast = await set()
  const arrived = { observerArrivalTime: '2026-11-22 07:30', urbanArea: true }
  await cast.bogdan.call(visits.report, { body: { ...aiud, ...arrived } })
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  const sheets = await read(cast)

  expect(sheets.get('Visits')).toMatchObject([
    {
      // A phone is text: its zeros count.
      'Observer’s phone': '0700 000 001',
      Station: 1,
      Arrived: new Date('2026-11-22T07:30:00Z'),
      'Urban area': true,
    },
  ])
  expect(sheets.get('Answers')).toMatchObject([{ 'Form version': 1, Flagged: true }])
})

test('writes values as numbers, days and times, and as they were sent where they cannot be read', async () => {
  const cast = await set()
  const id = await addForm(cast)
  const sections = (await cast.bogdan.call(forms.get, { params: { id }, query: {} })) ?? []
  const say = (kind: Question['kind'], value: string) => {
    const asked = sections[0]!.questions.find((one) => one.kind === kind)!
    return { ...aiud, questionId: asked.id, value }
  }
  await send(
    cast.bogdan,
    ...[say('whole', '1 250 voturi'), say('decimal', '12,5'), say('rating', 'bine')],
    ...[say('date', '27 nov 2026'), say('time', '7.30'), say('moment', '27.11.2026 12.10')],
    say('text', '12'),
  )

  const sheets = await read(cast)

  expect(sheets.get('V')).toMatchObject([
    {
      'V-whole: whole?': 1250,
      'V-decimal: decimal?': 12.5,
      'V-rating: rating?': 'bine',
      'V-date: date?': new Date('2026-11-27T00:00:00Z'),
      'V-moment: moment?': new Date('2026-11-27T12:10:00Z'),
      'V-text: text?': '12',
    },
  ])
  // That reader knows no times without a day.
  const [row] = sheets.get('V')!
  expect(JSON.stringify(row!['V-time: time?'])).toContain('T07:30:00')
  expect(sheets.get('Answers')!.slice(0, 2)).toMatchObject([
    { Text: '1 250 voturi', Value: 1250 },
    { Text: '12,5', Value: 12.5 },
  ])
  const csv = await cast.ana.send({ url: '/api/v1/export/all?language=ro&format=csv' })
  for (const cells of ['12,5;12,5;', '7.30;07:30;', '27 nov 2026;2026-11-27;', 'bine;;'])
    expect(csv.payload).toContain(cells)
})

test('counts the files on a question that asks for them, and names them as their archive does', async () => {
  const cast = await set()
  const id = await addForm(cast)
  const sections = (await cast.bogdan.call(forms.get, { params: { id }, query: {} })) ?? []
  const { id: questionId } = sections[0]!.questions.find(({ kind }) => kind === 'file')!
  const photo = (salt: string) => ({ name: 'pv.png', bytes: png(salt) })
  await cast.bogdan.call(notes.write, { body: { ...aiud, questionId, text: 'PV' } }, [
    photo('a'),
    photo('b'),
  ])
  await send(cast.dana, { ...aiud, questionId, value: 'l-am trimis altfel' })

  const sheets = await read(cast)

  const path = 'AB/AB1/00001/2026-11-22_11-00-00'
  const [one = {}, other = {}] = sheets
    .get('V')!
    .toSorted((first) => (first['V-file: file?'] === 2 ? -1 : 1))
  expect(one).toMatchObject({
    'V-file: file?': 2,
    'V-file: File in the archive': expect.stringMatching(`^${path}_\\d+.png; ${path}_\\d+.png$`),
    'V-file: Text': null,
  })
  expect(other).toMatchObject({ 'V-file: file?': null, 'V-file: Text': 'l-am trimis altfel' })
  expect(sheets.get('Answers')!.map((row) => [row['Value'], row['Text']])).toEqual(
    expect.arrayContaining([
      [2, null],
      [null, 'l-am trimis altfel'],
    ]),
  )
})
