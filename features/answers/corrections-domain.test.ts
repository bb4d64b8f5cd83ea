import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answeredAt,
  type Corrected,
  compareCorrected,
  isRepeated,
  isSameChoice,
  withAnswer,
  withCorrections,
} from './corrections-domain.ts'
import type { DatedChoice, ResolvedAnswer } from './domain.ts'

const moment = (minute: number) => new Date(minute * 60_000)

const answer = (questionId: number, options: readonly number[]): ResolvedAnswer => ({
  ...{ stationId: 0, questionId },
  choices: options.map((option) => ({
    ...{ questionId, optionId: questionId * 10 + option, formId: 1, formVersion: 1 },
    ...{ text: null, isFlagged: option === 1, alikeIn: [1] },
  })),
})

const dated = (questionId: number, options: readonly number[], minute: number): DatedChoice[] =>
  answer(questionId, options).choices.map(({ alikeIn, ...choice }) => ({
    ...choice,
    receivedAt: moment(minute),
  }))

/** A visit as reports and corrections change it, one after the other. */
class Visit {
  /** What the observer said, as if nothing had been corrected. */
  own: readonly DatedChoice[] = []
  counted: readonly DatedChoice[] = []
  corrections: readonly Corrected[] = []

  report(said: readonly ResolvedAnswer[], minute: number): void {
    const now = moment(minute)
    const stored = this.counted.filter((one) =>
      said.some(({ questionId }) => questionId === one.questionId),
    )
    const change = compareCorrected(stored, said, this.corrections, now)
    const changed = [...change.gone, ...change.reworded].map(({ optionId }) => optionId)
    this.counted = [
      ...this.counted.filter(({ optionId }) => !changed.includes(optionId)),
      ...[...change.added, ...change.reworded].map(({ madeAt, ...one }) => ({
        ...one,
        receivedAt: madeAt ?? now,
      })),
    ]
    this.corrections = this.corrections.filter((one) => !change.ended.includes(one))
    this.own = said.reduce((own, one) => withAnswer(own, one, now), this.own)
  }

  correct(questionId: number, options: readonly number[], minute: number): void {
    const own = this.own.filter((one) => one.questionId === questionId)
    if (isRepeated(own, answer(questionId, options))) return
    const at = answeredAt(own) ?? moment(minute)
    const corrected = dated(questionId, options, 0).map((one) => ({ ...one, receivedAt: at }))
    this.#replace(questionId, corrected, [{ questionId, own, corrected }])
  }

  takeBack(questionId: number): void {
    const one = this.corrections.find((each) => each.questionId === questionId)
    if (one) this.#replace(questionId, one.own, [])
  }

  #replace(
    questionId: number,
    is: readonly DatedChoice[],
    corrections: readonly Corrected[],
  ): void {
    const isOther = (one: { questionId: number }) => one.questionId !== questionId
    this.counted = [...this.counted.filter(isOther), ...is]
    this.corrections = [...this.corrections.filter(isOther), ...corrections]
  }
}

const questionId = fc.integer({ min: 1, max: 2 })
const options = fc.subarray([1, 2, 3])
const anyEvent = fc.oneof(
  fc.record({ kind: fc.constant('report' as const), questionId, options, withOther: fc.boolean() }),
  fc.record({ kind: fc.constant('correct' as const), questionId, options }),
  fc.record({ kind: fc.constant('take back' as const), questionId }),
)

type Event = typeof anyEvent extends fc.Arbitrary<infer One> ? One : never

const inOrder = (choices: readonly DatedChoice[]) =>
  choices.toSorted((one, other) => one.optionId - other.optionId)

function act(visit: Visit, event: Event, minute: number): void {
  if (event.kind === 'take back') visit.takeBack(event.questionId)
  else if (event.kind === 'correct') visit.correct(event.questionId, event.options, minute)
  else {
    const said = answer(event.questionId, event.options)
    visit.report(event.withOther ? [said, answer(3 - event.questionId, [2])] : [said], minute)
  }
}

test('computes the same from all that was said as by one report and correction after the other', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 25, size: 'max' }), (events) => {
      const visit = new Visit()
      for (const [minute, event] of events.entries()) {
        act(visit, event, minute)
        const { answers, counting } = withCorrections(visit.own, visit.corrections)
        expect(inOrder(visit.counted)).toEqual(inOrder(answers))
        expect(counting).toEqual(visit.corrections)
      }
    }),
    { numRuns: 200 },
  )
})

test('keeps a correction while the observer repeats their answer, and ends it with another', () => {
  const own = dated(1, [1, 2], 1)
  const corrections = [{ questionId: 1, own, corrected: dated(1, [3], 1) }]
  const compared = (...options: number[]) =>
    compareCorrected(dated(1, [3], 1), [answer(1, options)], corrections, moment(9))

  expect(compared(1, 2)).toMatchObject({ gone: [], added: [], reworded: [], ended: [] })
  expect(compared(1, 2).repeated).toEqual([answer(1, [1, 2])])
  // Even with the answer of the correction.
  expect(compared(3)).toMatchObject({ ended: corrections, reworded: [{ madeAt: moment(9) }] })
  expect(compared(1)).toMatchObject({
    ...{ ended: corrections, gone: [{ optionId: 13 }], repeated: [] },
    added: [{ optionId: 11, madeAt: moment(1) }],
    tallies: [{ formId: 1, answered: 0, flagged: 1 }],
  })
})

test('calls choices the same by options and texts, in any order', () => {
  const [one, other] = [dated(1, [1, 2], 1), dated(1, [2, 1], 2)]

  expect(isSameChoice(one, other)).toBe(true)
  expect(isSameChoice(one, dated(1, [1], 1))).toBe(false)
  expect(isSameChoice([{ optionId: 1, text: 'x' }], [{ optionId: 1, text: null }])).toBe(false)
})
