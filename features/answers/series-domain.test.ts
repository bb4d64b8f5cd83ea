import { describe, expect, test } from 'vitest'
import type { Submission } from '#features/visits/domain.ts'
import { entriesOf } from './series-domain.ts'

const [turnout, women, other] = [11, 12, 99] as const
const form = new Set<number>([turnout, women])

let arrival = 0
/** Values typed at a time of the day, by question. */
function sent(time: string, typed: Readonly<Record<number, string | null>>): Submission {
  const at = new Date(`2026-11-22T${time}Z`)
  const answers = Object.entries(typed).map(([id, text]) => ({
    questionId: Number(id),
    choices:
      text === null
        ? []
        : [
            {
              ...{ questionId: Number(id), optionId: Number(id) * 10, formId: 1, formVersion: 1 },
              ...{ text, isFlagged: false, alikeIn: [1] },
            },
          ],
  }))
  return { arrival: ++arrival, unplacedId: 0, at, saidAt: at, answers }
}

const told = (submissions: readonly Submission[]) =>
  entriesOf(submissions, form).map(({ at, choices }) => [
    at.toISOString().slice(11, 16),
    ...choices.map(({ questionId, text }) => `${questionId}=${text}`),
  ])

describe('entries of a form', () => {
  test('keep what was said each hour', () => {
    const said = [sent('10:00', { [turnout]: '120' }), sent('11:00', { [turnout]: '250' })]
    expect(told(said)).toEqual([
      ['10:00', '11=120'],
      ['11:00', '11=250'],
    ])
  })

  test('take together what a phone sends question by question', () => {
    const said = [
      sent('10:00', { [turnout]: '120' }),
      sent('10:09', { [women]: '60' }),
      sent('10:18', { [women]: '61' }),
      sent('10:28', { [turnout]: '130' }),
    ]
    expect(told(said)).toEqual([
      ['10:00', '11=120', '12=61'],
      ['10:28', '12=61', '11=130'],
    ])
  })

  test('leave out retries, and questions of other forms', () => {
    const said = [
      sent('10:00', { [turnout]: '120', [other]: 'x' }),
      sent('11:00', { [turnout]: '120' }),
      sent('12:00', { [other]: 'y' }),
    ]
    expect(told(said)).toEqual([['10:00', '11=120']])
  })

  test('show a cleared answer as missing', () => {
    const said = [
      sent('10:00', { [turnout]: '120', [women]: '60' }),
      sent('11:00', { [women]: null }),
    ]
    expect(told(said)).toEqual([
      ['10:00', '11=120', '12=60'],
      ['11:00', '11=120'],
    ])
  })
})
