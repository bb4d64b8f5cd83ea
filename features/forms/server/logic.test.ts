import { expect, test } from 'vitest'
import {
  aiud,
  blaj,
  filledIn,
  list,
  type StationAddress,
  send,
} from '#features/answers/server/testing.ts'
import { currentId, make, prepare } from '#features/elections/server/testing.ts'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { forms, type Section } from '../contract.ts'

const set = stage()

const check = {
  expression: 'L2 <= station.voters',
  severity: 'error' as const,
  message: { ro: 'Mai mulți decât alegătorii înscriși', en: 'More than the registered voters' },
}
const odd = { ...check, expression: 'L2 > 1', severity: 'warning' as const }

/** A form whose second question depends on the first, and its last section on the second. */
const written = (changed: object = {}) => ({
  code: 'L',
  description: 'Logic',
  formSections: [
    {
      code: 'S1',
      questions: [
        {
          ...{ code: 'L1', text: 'Opened?', questionType: 1 as const },
          optionsToQuestions: [{ text: 'Yes' }, { text: 'No' }],
        },
        {
          ...{ code: 'L2', text: 'How many?', questionType: 2 as const, kind: 'whole' as const },
          ...{ shownIf: 'L1 = "Yes"', checks: [check, odd], ...changed },
        },
      ],
    },
    {
      ...{ code: 'S2', shownIf: 'L2 > 10' },
      questions: [{ code: 'L3', text: 'Queue?', questionType: 2 as const, kind: 'line' as const }],
    },
  ],
})

const publish = async ({ ana }: Stage, body: object = written()) =>
  (await ana.call(forms.add, { body: body as ReturnType<typeof written> })) as Id<'forms'>

const onPhone = async ({ bogdan }: Stage, id: Id<'forms'>) =>
  (await bogdan.call(forms.get, { params: { id }, query: {} })) ?? []

/** Answers by question: the place of an option, or a value. */
async function report(
  cast: Stage,
  id: Id<'forms'>,
  said: Record<string, number | string>,
  at: StationAddress = aiud,
) {
  const questions = (await onPhone(cast, id)).flatMap((section) => section.questions)
  const drafts = questions.flatMap(({ id: questionId, code, optionsToQuestions }) => {
    const one = said[code]
    if (one === undefined) return []
    const [optionId] = typeof one === 'number' ? [optionsToQuestions[one]!.id] : []
    return [
      { ...at, questionId, ...(optionId ? { options: [{ optionId }] } : { value: `${one}` }) },
    ]
  })
  await send(cast.bogdan, ...drafts)
}

/** The marks of each answer. */
const marks = async (cast: Stage, at: StationAddress = aiud) =>
  Object.fromEntries(
    (await filledIn(cast, at)).map(({ questionCode, isHidden, failedChecks }) => [
      questionCode,
      [...(isHidden ? ['hidden'] : []), ...(failedChecks ?? []).map(({ severity }) => severity)],
    ]),
  )

const setVoters = async ({ ana, field }: Stage, voters: number) =>
  ana.call(places.editStation, {
    params: { id: field.stationId('AB1', 1) as Id<'pollingStations'> },
    body: { voters },
  })

test('publishes conditions and checks with the form, and keeps them for a client that does not know them', async () => {
  const cast = await set()
  const id = await publish(cast)

  const sections = await onPhone(cast, id)
  const older = structuredClone(sections) as (Section & { questions: object[] })[]
  for (const section of older) {
    delete section.shownIf
    for (const question of section.questions as Section['questions']) {
      delete question.shownIf
      delete question.checks
    }
  }
  await cast.ana.call(forms.edit, { body: { id, formSections: older as never } })

  expect(sections[0]!.questions[1]).toMatchObject({ shownIf: 'L1 = "Yes"', checks: [check, odd] })
  expect(sections[1]).toMatchObject({ shownIf: 'L2 > 10' })
  expect(sections[0]).not.toHaveProperty('shownIf')
  expect(sections[0]!.questions[0]).not.toHaveProperty('checks')
  expect(await onPhone(cast, id)).toEqual(sections)
  const { formVersions } = await cast.ana.call(forms.list, { query: {} })
  expect(formVersions.find(({ code }) => code === 'L')!.currentVersion).toBe(1)
})

test('tells of a changed condition before it is published, and takes out an emptied one', async () => {
  const cast = await set()
  const id = await publish(cast)
  const [first, ...others] = await onPhone(cast, id)
  const [opened, many] = first!.questions
  const edited = { ...many!, shownIf: '', checks: [] }
  const body = { id, formSections: [{ ...first!, questions: [opened!, edited] }, ...others] }

  const changes = await cast.ana.call(forms.losses, { body })
  await cast.ana.call(forms.edit, { body })

  expect(changes).toMatchObject([{ kind: 'question', change: 'otherwise', code: 'L2' }])
  const [after] = await onPhone(cast, id)
  expect(after!.questions[1]).not.toHaveProperty('shownIf')
  expect(after!.questions[1]).not.toHaveProperty('checks')
})

test('refuses to publish a form with mistakes in its logic, and names the fields', async () => {
  const cast = await set()
  const shownIf = 'L3 = "x" and L9 = 1'
  const checks = [{ ...check, expression: 'L1 + 1 > (', message: { ro: 'Nu', en: '' } }]
  const body = written({ shownIf, checks })

  const refused = {
    code: 'request.invalid',
    details: {
      errors: {
        'formSections.0.questions.1.shownIf': [
          'Names a question that is not asked before: L3 (at 1)',
          'The form has no question with this code: L9 (at 14)',
        ],
        'formSections.0.questions.1.checks.0.expression': ['Cannot be read from here (at 11)'],
        'formSections.0.questions.1.checks.0.message.en': ['Must be said (at 1)'],
      },
    },
  }
  await expect(publish(cast, body)).rejects.toMatchObject(refused)
  // A draft may have them, and is not published without its content either.
  const id = await publish(cast, { ...body, draft: true })
  await expect(cast.ana.call(forms.edit, { body: { id } })).rejects.toMatchObject(refused)
})

test('copies logic with an election', async () => {
  const cast = await set()
  await publish(cast)

  await make(cast, await prepare(cast, { copyFrom: await currentId(cast) }))

  const { formVersions } = await cast.ana.call(forms.list, { query: { draft: true } })
  const { id } = formVersions.find(({ code }) => code === 'L')!
  const { formSections } = await cast.ana.call(forms.whole, { params: { id } })
  expect(formSections[0]!.questions[1]).toMatchObject({ checks: [check, odd] })
  expect(formSections[1]).toMatchObject({ shownIf: 'L2 > 10' })
})

test('keeps the answer to a hidden question, marked, until it is shown again', async () => {
  const cast = await set()
  const id = await publish(cast)

  await report(cast, id, { L1: 0, L2: '20', L3: 'long' })
  const shown = await marks(cast)
  await report(cast, id, { L1: 1 })
  const hidden = await marks(cast)
  await report(cast, id, { L1: 0 })

  expect(shown).toEqual({ L1: [], L2: [], L3: [] })
  expect(hidden).toEqual({ L1: [], L2: ['hidden'], L3: ['hidden'] })
  expect(await marks(cast)).toEqual(shown)
})

test('stores a report that fails checks, shows them, and lists those with errors', async () => {
  const cast = await set()
  const id = await publish(cast)
  await setVoters(cast, 900)
  const failing = async () =>
    (await list(cast.ana, { failed: true })).threads.map(({ pollingStationName: name, failed }) => [
      name,
      failed,
    ])

  await report(cast, id, { L1: 0, L2: '901' })
  await report(cast, id, { L1: 0, L2: '0' }, blaj)
  await cast.figures()

  expect(await marks(cast)).toMatchObject({ L2: ['error'] })
  expect(await marks(cast, blaj)).toMatchObject({ L2: ['warning'] })
  expect(await failing()).toEqual([[expect.stringContaining('Aiud'), 1]])
  expect((await list(cast.ana)).threads.map(({ failed }) => failed).toSorted()).toEqual([0, 1])

  // A corrected fact of the station is a changed report.
  await setVoters(cast, 901)
  await cast.figures()
  expect(await failing()).toEqual([])
  await setVoters(cast, 900)
  await cast.figures()
  expect(await failing()).toHaveLength(1)

  // Hidden by another answer, it fails no more.
  await report(cast, id, { L1: 1 })
  await cast.figures()
  expect(await failing()).toEqual([])
})
