import { expect, test } from 'vitest'
import { inOrder, type Submission, submissionOf } from './domain.ts'

const at = new Date('2026-11-22T09:00:00Z')
const choice = (questionId: number, optionId: number) => ({
  ...{ questionId, optionId, formVersion: 2, text: null, isFlagged: false },
})
const info = {
  ...{ arrivedAt: null, leftAt: null, isUrbanArea: null, isPresidentFemale: null },
  ...{ facts: {}, pollingStationId: 4 },
}

test('reads a history line as the choices after it, and a question without any as cleared', () => {
  const line = { id: 9, at, before: [choice(1, 11), choice(2, 21)], after: [choice(1, 12)] }

  expect(submissionOf(line, new Map([[1, 5]]))).toEqual({
    ...{ arrival: 9, unplacedId: 0, at, saidAt: at, isChange: true, facts: undefined },
    answers: [
      { questionId: 1, choices: [{ ...choice(1, 12), formId: 5, alikeIn: [2] }] },
      { questionId: 2, choices: [] },
    ],
  })
})

test('reads a history line of station info as the changed facts', () => {
  const after = { ...info, leftAt: at.toISOString(), facts: { chairmanPresence: true } }

  expect(submissionOf({ id: 9, at, before: info, after }, new Map())).toMatchObject({
    answers: [],
    facts: { observerLeaveTime: at, chairmanPresence: true },
  })
})

test('orders direct submissions by arrival, and items by the time of their last retry', () => {
  const say = (arrival: number | null, unplacedId: number, minute: number): Submission => ({
    ...{ arrival, unplacedId, at: new Date(minute), saidAt: new Date(minute), answers: [] },
  })
  const [first, second, item] = [say(1, 0, 10), say(2, 0, 20), say(2, 7, 10)]

  expect(inOrder([item, second, first])).toEqual([first, item, second])
  expect(inOrder([{ ...item, saidAt: new Date(25) }, second, first]).at(-1)?.unplacedId).toBe(7)
})
