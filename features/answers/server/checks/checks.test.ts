import { expect, test } from 'vitest'
import { onPhone, publish } from '#features/forms/server/testing-logic.ts'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { aiud, blaj, filledIn, list, type StationAddress, send } from '../testing.ts'

const set = stage()

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
