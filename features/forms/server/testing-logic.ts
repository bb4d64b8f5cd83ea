import type { Id } from '#kit/contract/value/id.ts'
import type { Stage } from '#testing/stage.ts'
import { forms } from '../contract.ts'

export const check = {
  expression: 'L2 <= station.voters',
  severity: 'error' as const,
  message: { ro: 'Mai mulți decât alegătorii înscriși', en: 'More than the registered voters' },
}
export const odd = { ...check, expression: 'L2 > 1', severity: 'warning' as const }

/** A form whose second question depends on the first, and its last section on the second. */
export const written = (changed: object = {}) => ({
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

export const publish = async ({ ana }: Stage, body: object = written()) =>
  (await ana.call(forms.add, { body: body as ReturnType<typeof written> })) as Id<'forms'>

/** The sections as a phone gets them. */
export const onPhone = async ({ bogdan }: Stage, id: Id<'forms'>) =>
  (await bogdan.call(forms.get, { params: { id }, query: {} })) ?? []
