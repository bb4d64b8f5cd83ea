import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { type ExportOrder, exports } from '../contract.ts'

const set = stage()

const station = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 }

/** Bogdan and Dana answer at one station, and Bogdan sends a note that looks like a formula. */
async function report({ field, bogdan, dana }: Stage): Promise<void> {
  const chosen = (option: string) => ({
    body: {
      answers: [
        {
          ...station,
          questionId: field.questionId('A1.1'),
          options: [{ optionId: field.optionId('A1.1', option) }],
        },
      ],
    },
  })
  await bogdan.call(answers.send, chosen('Da'))
  await dana.call(answers.send, chosen('Nu'))
  await bogdan.call(notes.write, { body: { ...station, text: '=HYPERLINK("x")' } })
}

/** The sheets without the last, which has the time of the export. */
const rowsOf = async (bytes: Buffer) => (await readExcel(bytes)).slice(0, -1)

/** The finished file of a background export. */
async function made(person: Person, body: Partial<ExportOrder> & Pick<ExportOrder, 'what'>) {
  const started = await person.call(exports.start, { body })
  const task = await taskThat(person, started, { state: 'done' })
  const url = addressOf(tasks.result, { params: { id: task.id } })
  const { headers, rawPayload } = await person.send({ url })
  return { task, headers, bytes: rawPayload }
}

test('background export equals the workbook of the direct call', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await report(cast)
  await cast.startJobs()
  const filter = { language: 'en', phoneObserver: '0700000001' } as const
  const plain = await cast.ana.send({ url: addressOf(exports.all, { query: filter }) })

  const { task, headers, bytes } = await made(cast.ana, { what: 'answers', ...filter })

  expect(await rowsOf(bytes)).toEqual(await rowsOf(plain.rawPayload))
  for (const name of ['content-type', 'content-disposition'])
    expect(headers[name]).toBe(plain.headers[name])
  expect(task).toMatchObject({
    kind: 'export.answers',
    done: 1,
    total: 1,
    result: { fileName: 'answsers.xlsx', sizeBytes: bytes.length },
  })
})

test('background export of notes equals the direct call', async () => {
  const cast = await set()
  await report(cast)
  await cast.startJobs()
  const plain = await cast.ana.send({ url: '/api/v1/export/all/notes' })

  const { bytes, task } = await made(cast.ana, { what: 'notes' })

  expect(await rowsOf(bytes)).toEqual(await rowsOf(plain.rawPayload))
  expect(task).toMatchObject({ done: 2, total: 2, result: { fileName: 'notes.xlsx' } })
})

test('exports answers as CSV with one row each, and escapes formulas', async () => {
  const cast = await set()
  await report(cast)
  await cast.startJobs()

  const answered = await made(cast.ana, { what: 'answers', format: 'csv', language: 'en' })
  const noted = await made(cast.ana, { what: 'notes', format: 'csv', language: 'ro' })

  expect(answered.headers['content-disposition']).toBe('attachment; filename="answsers.csv"')
  const [headings, ...rows] = answered.bytes.toString().trimEnd().split('\r\n')
  expect(headings).toMatch(/^\uFEFFObserver’s phone,Observer,/)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain('Bogdan Pop')
  expect(noted.bytes.toString()).toContain(`"'=HYPERLINK(""x"")"`)
})

test('background export of observers equals the direct call', async () => {
  const cast = await set()
  await cast.startJobs()
  const asked = { format: 'csv', language: 'en', name: 'dana' } as const

  const { bytes, task } = await made(cast.ana, { what: 'observers', ...asked })

  const plain = await cast.ana.send({
    url: '/api/v1/observer/export?format=csv&language=en&name=dana',
  })
  expect(bytes.toString()).toBe(plain.body)
  expect(bytes.toString()).toContain('Dana Ionescu')
  expect(task).toMatchObject({ done: 1, total: 1, result: { fileName: 'observers.csv' } })
})

test('background exports of counties and polling stations equal the direct calls', async () => {
  const cast = await set()
  await cast.startJobs()

  for (const [what, url] of [
    ['counties', '/api/v1/county/export'],
    ['stations', '/api/v1/polling-station/export'],
  ] as const) {
    const { bytes, task } = await made(cast.calin, { what, format: 'csv', language: 'en' })
    const plain = await cast.calin.send({ url: `${url}?format=csv&language=en` })
    expect(bytes.toString(), what).toBe(plain.body)
    expect(plain.body.trimEnd().split('\r\n').length, what).toBe(task.done + 1)
  }
})

test('limits background exports of an administrator to their own observers', async () => {
  const cast = await set()
  await report(cast)
  await cast.startJobs()

  for (const what of ['answers', 'notes', 'observers'] as const) {
    const { bytes } = await made(cast.calin, { what, format: 'csv' })
    expect(bytes.toString(), what).not.toContain('Bogdan')
    expect(bytes.toString().includes('Dana'), what).toBe(what !== 'notes')
  }
})

test('records account, content, filters and size of an export in history', async () => {
  const cast = await set()
  await report(cast)
  await cast.startJobs()
  await cast.ana.send({ url: '/api/v1/export/all?urgent=true' })
  await made(cast.ana, { what: 'answers', urgent: true })

  const history = await cast.database.primary
    .selectFrom('history')
    .select(['actorName', 'after'])
    .where('act', '=', 'answers.exported')
    .execute()

  const line = { actorName: 'ana', after: { rows: 1, format: 'xlsx', filter: { urgent: true } } }
  expect(history).toMatchObject([line, line])
  expect(history).toHaveLength(2)
})

test('refuses observers and callers without a session', async () => {
  const { bogdan, stranger } = await set()
  const url = '/api/v1/export/task'

  expect((await bogdan.send({ method: 'POST', url })).statusCode).toBe(403)
  expect((await stranger.send({ method: 'POST', url })).statusCode).toBe(401)
})
