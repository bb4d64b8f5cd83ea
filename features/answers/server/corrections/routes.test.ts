import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { history } from '#features/history/contract.ts'
import { reviews } from '#features/reviews/contract.ts'
import { review } from '#features/reviews/server/testing.ts'
import { answerByTelephone } from '#features/telephone/server/testing.ts'
import { nowhere, placeNewest, undoPlacing } from '#features/unplaced/server/testing.ts'
import { nothingFound, prove } from '#testing/evening/verified.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { aiud, answerOf, dej, everything, list, type StationAddress, send } from '../testing.ts'
import { correct, reportAt, shownTo, takeBack } from './testing.ts'

const set = stage()

const later = ({ clock }: Stage, minutes = 1) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

/** The answer that counts and the observer's own, as `Da < Nu`; `Nu` without a correction. */
async function shownAs(cast: Stage, at: StationAddress, questionCode: string): Promise<string> {
  const shown = await shownTo(cast, at, questionCode)
  const words = (some: { text: string; value: string | null }[] = []) =>
    some.map(({ text, value }) => (value === null ? text : `${text}=${value}`)).join(', ')
  const own = shown?.correction
  return words(shown?.answers) + (own ? ` < ${words(own.own)}` : '')
}

/** All that is stored and counted of reports; but reviews. */
async function stored(cast: Stage) {
  const { history: _lines, ...rows } = await everything(cast)
  return rows
}

async function expectProved(cast: Stage): Promise<void> {
  expect(await miscounted(cast.database)).toEqual([])
  expect(await prove(cast)).toMatchObject(nothingFound)
}

test('counts the corrected answer in lists and figures, beside the observer’s own', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, aiud, 'A1.2', 'Coadă'))
  expect((await list(cast.ana, { urgent: true })).threads).toHaveLength(1)
  const { receivedAt } = (await shownTo(cast, aiud, 'A1.1'))!
  later(cast)

  await correct(cast, [aiud, 'A1.1', 'Da'], { by: cast.rodica, reason: '  A apăsat greșit ' })

  expect((await list(cast.ana, { urgent: true })).threads).toEqual([])
  expect((await list(cast.ana)).threads).toMatchObject([
    { answered: 2, flagged: 0, firstFlagged: null, lastModified: receivedAt },
  ])
  expect(await shownTo(cast, aiud, 'A1.1')).toMatchObject({
    receivedAt,
    answers: [{ text: 'Da' }],
    correction: {
      ...{ reason: 'A apăsat greșit', by: 'rodica', at: cast.clock.now, revision: 1 },
      own: [{ text: 'Nu', isFlagged: true }],
    },
  })
  await expectProved(cast)
})

test('restores everything when a correction is taken back', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2', 'Coadă', 'Altceva=un câine'))
  later(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2', 'Coadă', 'Altceva=doi câini'))
  const before = await stored(cast)
  later(cast)
  await correct(cast, [aiud, 'A1.2', 'Afișe electorale'])
  await correct(cast, [aiud, 'A1.2'])
  expect(await shownAs(cast, aiud, 'A1.2')).toBe(' < Coadă, Altceva=doi câini')
  later(cast)

  await takeBack(cast, aiud, 'A1.2', cast.rodica)

  expect(await stored(cast)).toEqual(before)
  const { data } = await cast.ana.call(history.list, { query: { subject: 'visits' } })
  expect(data.slice(0, 3).map(({ act, actorName }) => `${act} ${actorName}`)).toEqual([
    'answers.correction-taken-back rodica',
    'answers.corrected ana',
    'answers.corrected ana',
  ])
  await expectProved(cast)
})

test('changes nothing when a phone or a clerk repeats the corrected answer', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await correct(cast, [aiud, 'A1.1', 'Da'])
  const before = await everything(cast)
  later(cast)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await answerByTelephone(cast, [aiud, 'A1.1', 'Nu'])

  expect(await everything(cast)).toEqual(before)

  // A whole form is sent again, with something new.
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, aiud, 'A1.2', 'Coadă'))

  expect(await shownAs(cast, aiud, 'A1.1')).toBe('Da < Nu')
  expect(await shownAs(cast, aiud, 'A1.2')).toBe('Coadă')
  await expectProved(cast)
})

test('ends a correction when the observer answers differently, and calls the report new', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2', 'Coadă', 'Altceva=x'))
  const asked = (await shownTo(cast, aiud, 'A1.2'))!
  await correct(cast, [aiud, 'A1.2', 'Afișe electorale'])
  await review(cast.ana, (await list(cast.ana)).threads, { state: 'verified' })
  later(cast)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2', 'Coadă'))

  // The option that they had chosen before keeps its moment.
  expect(await shownTo(cast, aiud, 'A1.2')).toMatchObject({
    ...{ receivedAt: asked.receivedAt, correction: null },
    answers: [{ text: 'Coadă' }],
  })
  const [row] = (await list(cast.ana)).threads
  expect(row).toMatchObject({ flagged: 0, review: { state: 'new', endedState: 'verified' } })
  await expectProved(cast)

  // What they said before is a new answer now.
  later(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2', 'Coadă', 'Altceva=x'))
  expect(await shownAs(cast, aiud, 'A1.2')).toBe('Coadă, Altceva=x')
  await expectProved(cast)
})

test('ends corrections to no answer, and of no answer', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await correct(cast, [aiud, 'A1.1'])
  await correct(cast, [aiud, 'A1.2', 'Coadă'])
  expect(await shownAs(cast, aiud, 'A1.1')).toBe(' < Nu')
  expect(await shownAs(cast, aiud, 'A1.2')).toBe('Coadă < ')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2'))
  expect(await shownAs(cast, aiud, 'A1.2')).toBe('Coadă < ')
  later(cast)

  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.1'),
    answerOf(cast, aiud, 'A1.2', 'Afișe electorale'),
  )

  expect(await shownAs(cast, aiud, 'A1.1')).toBe('')
  expect(await shownAs(cast, aiud, 'A1.2')).toBe('Afișe electorale')
  await expectProved(cast)
  // What was withdrawn does not come back when the report is computed anew.
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.2', 'Coadă'))
  await placeNewest(cast.ana, { station: aiud })
  expect(await shownAs(cast, aiud, 'A1.1')).toBe('')
  expect(await shownAs(cast, aiud, 'A1.2')).toBe('Coadă')
  later(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  expect(await shownAs(cast, aiud, 'A1.1')).toBe('Nu')
})

test('ends with a placed report that is newer, and counts again once it is undone', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', 'Da'))
  later(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, aiud, 'A1.2', 'Coadă'))
  await correct(cast, [aiud, 'A1.1', 'Da'])
  await correct(cast, [aiud, 'A1.2', 'Afișe electorale'])
  const older = await placeNewest(cast.ana, { station: aiud })
  expect(await shownAs(cast, aiud, 'A1.1')).toBe('Da < Nu')
  const before = await stored(cast)
  later(cast)
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1'))
  later(cast)

  const newer = await placeNewest(cast.ana, { station: aiud })

  expect(await shownAs(cast, aiud, 'A1.1')).toBe('')
  expect(await shownAs(cast, aiud, 'A1.2')).toBe('Afișe electorale < Coadă')
  await expectProved(cast)
  await undoPlacing(cast.ana, newer.placingId)
  expect(await shownAs(cast, aiud, 'A1.1')).toBe('Da < Nu')
  const { unplaced: _aside, ...now } = await stored(cast)
  expect(now).toEqual({ ...before, unplaced: undefined })
  await undoPlacing(cast.ana, older.placingId)
  await expectProved(cast)
})

test('refuses to verify a report as it was before a correction', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const [seen] = (await list(cast.ana)).threads
  await correct(cast, [aiud, 'A1.1', 'Da'], { by: cast.rodica })

  const verify = cast.ana.call(reviews.change, {
    body: {
      state: 'verified',
      reports: [
        {
          ...(await reportAt(cast, aiud)),
          lastModified: seen!.lastModified.toISOString(),
          revision: seen!.review.revision,
        },
      ],
    },
  })

  await expect(verify).rejects.toMatchObject({ code: 'thing.changed-meanwhile' })
})

test('refuses a desk that began from another answer', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const was = (await shownTo(cast, aiud, 'A1.1'))!
  const meanwhile = { statusCode: 409, code: 'thing.changed-meanwhile' }
  await correct(cast, [aiud, 'A1.1', 'Da'], { was })

  const late = correct(cast, [aiud, 'A1.1'], { was, by: cast.rodica })

  await expect(late).rejects.toMatchObject({ code: meanwhile.code, details: { revision: 1 } })
  const first = (await shownTo(cast, aiud, 'A1.1'))!
  await correct(cast, [aiud, 'A1.1'], { by: cast.rodica })
  await expect(correct(cast, [aiud, 'A1.1'], { was: first })).rejects.toMatchObject({
    code: meanwhile.code,
  })
  await takeBack(cast, aiud, 'A1.1')
  await expect(takeBack(cast, aiud, 'A1.1')).rejects.toMatchObject({ code: meanwhile.code })
  expect(await shownAs(cast, aiud, 'A1.1')).toBe('Nu')
})

test('refuses answers that fit no form or are the observer’s own, and forms that are not begun', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const invalid = (field: string) => ({
    code: 'request.invalid',
    details: { errors: { [field]: [expect.any(String)] } },
  })

  for (const [chosen, field] of [
    [['A1.1', 'Nu'], 'options'],
    [['A1.1', 'Da', 'Nu'], 'options'],
    [['A1.2'], 'options'],
    [['C1.1', 'Nu'], 'questionId'],
  ] as const)
    await expect(correct(cast, [aiud, ...chosen])).rejects.toMatchObject(invalid(field))
  await expect(correct(cast, [aiud, 'A1.1', 'Da'], { reason: ' ' })).rejects.toMatchObject({
    code: 'request.invalid',
  })
})

test('lets those correct who may review and see the report', async () => {
  const cast = await set()
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const gone = { code: 'thing.not-found' }

  await expect(correct(cast, [aiud, 'A1.1', 'Da'], { by: cast.calin })).rejects.toMatchObject(gone)
  await expect(correct(cast, [aiud, 'A1.1', 'Da'], { by: cast.bogdan })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await correct(cast, [dej, 'A1.1', 'Da'], { by: cast.calin, name: 'Dana Ionescu' })

  expect(await shownTo(cast, dej, 'A1.1', { name: 'Dana Ionescu' })).toMatchObject({
    correction: { by: 'calin' },
  })
})

test('exports the answer that counts and the observer’s own, with the reason', async () => {
  const cast = await set()
  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A1.2', 'Coadă', 'Altceva=un câine'),
  )
  await correct(cast, [aiud, 'A1.1', 'Da'], { reason: 'A apăsat greșit' })
  await correct(cast, [aiud, 'A1.2'], { by: cast.rodica })

  const url = '/api/v1/export/all?language=en&format=csv'
  const { body } = await cast.ana.send({ url })

  const [headings, ...rows] = body.trim().split('\r\n')
  expect(headings).toMatch(/Observer’s own answer, corrected/)
  expect(rows).toEqual([
    expect.stringMatching(/,A1\.1,[^,]*,Da,,,false,[^,]*,,Nu,A apăsat greșit,ana,2026-/),
    expect.stringMatching(
      /,A1\.2,[^,]*,,,,false,[^,]*,,Coadă; Altceva: un câine,[^,]*,rodica,2026-/,
    ),
  ])
})
