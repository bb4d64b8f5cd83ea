import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Facts, Submission, SubmittedAnswer } from '#features/visits/domain.ts'
import { foldVisit, withSubmission } from './fold-domain.ts'

const moment = (minute: number) => new Date(minute * 60_000)

const answer = (
  questionId: number,
  options: readonly number[],
  formVersion = 1,
): SubmittedAnswer => ({
  questionId,
  choices: options.map((option) => ({
    ...{ questionId, optionId: questionId * 10 + option, formId: 1, formVersion },
    ...{ text: null, isFlagged: option === 1, alikeIn: [1, 2] },
  })),
})

const direct = (nth: number, said: Partial<Submission>): Submission => ({
  ...{ arrival: nth, unplacedId: 0, at: moment(nth), saidAt: moment(nth), answers: [] },
  ...said,
})

const anyContent = fc.oneof(
  fc
    .record({
      questionId: fc.integer({ min: 1, max: 2 }),
      options: fc.subarray([1, 2, 3]),
      version: fc.constantFrom(1, 2),
    })
    .map(({ questionId, options, version }) => ({
      answers: [answer(questionId, options, version)],
    })),
  fc
    .record(
      { urbanArea: fc.boolean(), numberOfCommissionMembers: fc.nat({ max: 2 }) },
      { requiredKeys: [] },
    )
    .map((facts) => ({ answers: [], facts: facts as Partial<Facts> })),
)

test('equals applying each direct submission on arrival, in any reading order', () => {
  fc.assert(
    fc.property(fc.array(anyContent, { maxLength: 12 }), fc.nat(), (contents, seed) => {
      const submissions = contents.map((content, nth) => direct(nth + 1, content))
      const applied = submissions.reduce(withSubmission, foldVisit([]))
      const order = submissions.map((_one, nth) => (nth * 7 + seed) % (submissions.length || 1))
      const read = submissions.toSorted(
        (one, other) => (order[one.arrival! - 1] ?? 0) - (order[other.arrival! - 1] ?? 0),
      )

      expect(foldVisit(read)).toEqual(applied)
    }),
    { numRuns: 1000 },
  )
})

const which = fc.nat({ max: 5 })
const anyEvent = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('direct' as const), content: anyContent }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('unmatched' as const), content: anyContent }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('placed' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undone' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sent again' as const), which }) },
)
type Event = typeof anyEvent extends fc.Arbitrary<infer One> ? One : never
type Item = Pick<Submission, 'answers' | 'facts'> & {
  at: number
  isPlaced: boolean
  submission?: Submission
}

/** One observer at one station. Some submissions name no station. */
class Evening {
  readonly #direct: Submission[] = []
  readonly #items: Item[] = []

  do(event: Event, minute: number): void {
    if (event.kind === 'direct') this.#direct.push(direct(minute, event.content))
    else if (event.kind === 'unmatched')
      this.#items.push({ ...event.content, at: minute, isPlaced: false })
    else {
      const nth = event.which % Math.max(this.#items.length, 1)
      const item = this.#items[nth]
      if (item) this.#change(event.kind, item, nth, minute)
    }
  }

  #change(kind: 'placed' | 'undone' | 'sent again', item: Item, nth: number, minute: number) {
    if (kind === 'sent again') item.at = minute
    if (kind === 'undone') item.isPlaced = false
    if (kind === 'placed' && !item.isPlaced) {
      item.isPlaced = true
      const { answers, facts } = item
      const at = moment(item.at)
      const arrival = this.#direct.at(-1)?.arrival ?? 0
      item.submission = { ...{ arrival, unplacedId: nth + 1, at, saidAt: at }, answers, facts }
    }
  }

  get submissions(): Submission[] {
    const placed = this.#items.flatMap(({ isPlaced, submission, at }) =>
      isPlaced && submission ? [{ ...submission, saidAt: moment(at) }] : [],
    )
    return [...placed, ...this.#direct]
  }

  /** The last submission of each question and fact, by time alone. */
  get last() {
    const said = this.submissions.toSorted(
      (one, other) =>
        one.saidAt.getTime() - other.saidAt.getTime() || one.unplacedId - other.unplacedId,
    )
    const options = [1, 2].map((questionId) => {
      const last = said.findLast((one) =>
        one.answers.some((each) => each.questionId === questionId),
      )
      const choices = last?.answers.flatMap((one) => one.choices) ?? []
      return choices.map(({ optionId }) => optionId).sort()
    })
    const facts = Object.assign({}, ...said.map((one) => one.facts ?? {})) as Partial<Facts>
    return { options, facts }
  }
}

test('keeps the last submission of each question and fact after any placing, undoing or retry', {
  tags: 'slow',
}, () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30, size: 'max' }), (events) => {
      const evening = new Evening()
      for (const [minute, event] of events.entries()) {
        evening.do(event, minute + 1)
        const { answers, facts } = foldVisit(evening.submissions)
        const { last } = evening
        const options = [1, 2].map((id) =>
          answers.flatMap((one) => (one.questionId === id ? [one.optionId] : [])).sort(),
        )
        expect(options).toEqual(last.options)
        expect(facts).toMatchObject(last.facts)
      }
    }),
    { numRuns: 2000 },
  )
})

test('prefers a direct submission to an item placed before it arrived, even with a slow clock', () => {
  const item = { ...direct(5, { answers: [answer(1, [1])] }), arrival: 3, unplacedId: 1 }
  const late = { ...direct(4, { answers: [answer(1, [2])] }), saidAt: moment(2), at: moment(2) }

  expect(foldVisit([item, late]).answers).toMatchObject([{ optionId: 12 }])
})

test('keeps the moment and version of a choice when it is repeated', () => {
  const submissions = [
    direct(1, { answers: [answer(1, [1], 1)] }),
    direct(2, { answers: [answer(1, [1, 2], 2)] }),
  ]

  expect(foldVisit(submissions)).toMatchObject({
    answers: [
      { optionId: 11, formVersion: 1, receivedAt: moment(1) },
      { optionId: 12, formVersion: 2, receivedAt: moment(2) },
    ],
    changedAt: moment(2),
  })
})

test('counts the first station info as received even if it is empty', () => {
  expect(foldVisit([direct(3, { facts: {} })])).toMatchObject({ factsAt: moment(3) })
})
