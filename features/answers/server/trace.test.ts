import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Stage, stage } from '#testing/stage.ts'
import { aiud, answerOf, blaj, dej, everything, list, send } from './testing.ts'

const set = stage()

test('records both versions of changed answers and their observer in history', async () => {
  const cast = await set()
  const { field } = cast
  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A2.2', 'Nu, la=7'),
  )

  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.1', 'Da'),
    answerOf(cast, aiud, 'A2.2', 'Nu, la=7'),
  )

  const { history, visits } = await everything(cast)
  expect(history.at(-1)).toMatchObject({
    at: cast.clock.now,
    actorRole: 'observer',
    actorName: 'Bogdan Pop',
    act: 'answers.received',
    subject: 'visits',
    subjectId: visits[0]!.id,
  })
  const no = { optionId: field.optionId('A1.1', 'Nu'), isFlagged: true, formVersion: 1, text: null }
  const yes = { optionId: field.optionId('A1.1', 'Da'), isFlagged: false }
  const late = { optionId: field.optionId('A2.2', 'Nu, la'), text: '7' }
  const byOption = (told: unknown) =>
    (told as { optionId: number }[]).toSorted((one, other) => one.optionId - other.optionId)
  expect(byOption(history.at(-1)!.before)).toMatchObject([no, late])
  expect(byOption(history.at(-1)!.after)).toMatchObject([yes, late])
})

/** Reads an event stream until the text is there. */
async function readUntil(stream: Response, text: string): Promise<string> {
  let read = ''
  for await (const chunk of stream.body!) {
    read += new TextDecoder().decode(chunk as Uint8Array)
    if (read.includes(text)) break
  }
  return read
}

test('sends announcements only to organisers and the observer’s own organisation', async () => {
  const cast = await set()
  const url = await cast.listen()
  const hear = async (bearer: string | undefined) =>
    fetch(`${url}/api/live`, { headers: { authorization: `Bearer ${bearer}` } })
  const ana = await hear(await cast.ana.token())
  const calin = await hear(await cast.calin.token())

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))

  const ofDana = `"pollingStationId":${cast.field.stationId('CJ1', 1)},"flagged":false}`
  const anaHeard = await readUntil(ana, ofDana)
  const calinHeard = await readUntil(calin, ofDana)
  expect(anaHeard.match(/^event: answers\.received$/gm)).toHaveLength(2)
  expect(anaHeard).toContain(`"pollingStationId":${cast.field.stationId('AB1', 1)},"flagged":true}`)
  // The announcement of the other organisation was sent first, so it would have arrived by now.
  expect(calinHeard.match(/^event: /gm)).toHaveLength(1)
})

test('announces only to staff', async () => {
  const { bogdan, stranger } = await set()

  expect((await bogdan.send({ url: '/api/live' })).statusCode).toBe(403)
  expect((await stranger.send({ url: '/api/live' })).statusCode).toBe(401)
})

test('lists reports of test observers but leaves them out of the counts', async () => {
  const cast = await set()

  await send(cast.emil, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect((await list(cast.ana)).threads).toMatchObject([{ observerName: 'Emil Test', flagged: 1 }])
  expect((await everything(cast)).counts).toEqual([])
})

/** The expected counts, computed from the answers. */
async function recount({ database }: Stage) {
  const rows = await database.primary
    .selectFrom('answers')
    .innerJoin('visits', 'visits.id', 'answers.visitId')
    .innerJoin('observers', 'observers.id', 'visits.observerId')
    .select([
      'visits.id',
      'visits.pollingStationId',
      'visits.ngoId',
      'answers.formId',
      'answers.questionId',
      'answers.isFlagged',
      'observers.isTest',
    ])
    .execute()
  const tally = (keyOf: (row: (typeof rows)[number]) => string, of = rows) =>
    Object.fromEntries(
      [...new Set(of.map(keyOf))].map((key) => {
        const own = of.filter((row) => keyOf(row) === key)
        const answered = new Set(own.map(({ id, questionId }) => `${id}/${questionId}`)).size
        return [key, [answered, own.filter(({ isFlagged }) => isFlagged).length]]
      }),
    )
  return {
    visits: tally(({ id }) => `${id}`),
    stations: tally(
      ({ pollingStationId, ngoId, formId }) => `${pollingStationId}/${ngoId}/${formId}`,
      rows.filter(({ isTest }) => !isTest),
    ),
  }
}

async function kept({ database, figures }: Stage) {
  await figures()
  const visits = await database.primary
    .selectFrom('visits')
    .select(['id', 'answered', 'flagged'])
    .execute()
  const counts = await database.primary.selectFrom('stationCounts').selectAll().execute()
  const filled = <Row extends { answered: number; flagged: number }>(
    rows: readonly Row[],
    keyOf: (row: Row) => string,
  ) =>
    Object.fromEntries(
      rows
        .filter(({ answered, flagged }) => answered !== 0 || flagged !== 0)
        .map((row) => [keyOf(row), [row.answered, row.flagged]]),
    )
  return {
    visits: filled(visits, ({ id }) => `${id}`),
    stations: filled(
      counts,
      ({ pollingStationId, ngoId, formId }) => `${pollingStationId}/${ngoId}/${formId}`,
    ),
  }
}

const chosen = {
  'A1.1': ['Da', 'Nu'],
  'A1.2': ['Coadă', 'Afișe electorale', 'Altceva=x', 'Altceva=y'],
  'A2.2': ['Da', 'Nu, la=7', 'Nu, la=8'],
  'C1.1': ['Da', 'Nu'],
} as const
const anyAnswer = fc
  .constantFrom(...(Object.keys(chosen) as (keyof typeof chosen)[]))
  .chain((code) =>
    fc.record({
      code: fc.constant(code),
      texts: fc.subarray<string>([...chosen[code]]),
      at: fc.constantFrom(aiud, blaj, dej),
    }),
  )
const anyReports = fc.array(
  fc.record({
    who: fc.constantFrom('bogdan', 'dana', 'emil'),
    answers: fc.array(anyAnswer, { minLength: 1, maxLength: 5 }),
  }),
  { minLength: 4, maxLength: 12 },
)

test('keeps counts equal to a recount after any reports, also concurrent ones', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await Promise.all([cast.bogdan, cast.dana, cast.emil].map((one) => one.token()))
  const play = (
    reports: readonly {
      who: string
      answers: readonly {
        code: string
        texts: string[]
        at: typeof aiud | typeof blaj | typeof dej
      }[]
    }[],
  ) =>
    reports.map(
      ({ who, answers }) =>
        () =>
          send(
            cast[who as 'bogdan'],
            ...answers.map(({ code, texts, at }) => answerOf(cast, at, code, ...texts)),
          ),
    )

  await fc.assert(
    fc.asyncProperty(anyReports, fc.boolean(), async (reports, atOnce) => {
      const sendings = play(reports)
      if (atOnce) await Promise.all(sendings.map((sending) => sending()))
      else for (const sending of sendings) await sending()

      expect(await kept(cast)).toEqual(await recount(cast))
    }),
    { numRuns: 12, seed: 20_261_122 },
  )
})
