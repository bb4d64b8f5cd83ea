import type { CallInput } from '#kit/contract/endpoint.ts'
import { parse } from '#kit/contract/parse.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { sampleForms } from '#testing/evening/election.ts'
import type { Stage } from '#testing/stage.ts'
import { FormDraft, forms, type Question } from '../contract.ts'
import { saveForm } from './load-queries.ts'

type WrittenForm = { formSections: { questions: WrittenQuestion[] }[] }
type WrittenQuestion = { text: string; optionsToQuestions: { text: string }[] }

/** The small election's opening form as it was written, changed. */
export function openingForm(change: (form: WrittenForm) => void): FormDraft {
  const form = structuredClone(sampleForms[0]) as unknown as WrittenForm
  change(form)
  return parse(FormDraft, form)
}

/** Its first question, to be changed. */
export function firstQuestion({ formSections: [section] }: WrittenForm): WrittenQuestion {
  const question = section?.questions[0]
  if (!question) throw new Error('The form has no question')
  return question
}

/** Stores a form in the current election; answers with its newest version. */
export const save = ({ database }: Stage, draft: FormDraft): Promise<number> =>
  database.write(async (tx) => {
    const { id } = await tx
      .selectFrom('elections')
      .select('id')
      .where('isCurrent', '=', true)
      .executeTakeFirstOrThrow()
    return (await saveForm(tx, id, draft)).version
  })

/** The draft with the ids of the small election's opening form, place by place. */
export const named = ({ field }: Stage, draft: FormDraft): FormDraft => ({
  ...draft,
  formSections: draft.formSections.map((section, s) => ({
    ...section,
    questions: section.questions.map((question, q) => {
      const was = sampleForms[0].formSections[s]?.questions[q]
      return {
        ...question,
        id: was ? field.questionId(was.code) : null,
        optionsToQuestions: question.optionsToQuestions.map((option, o) => {
          const text = was?.optionsToQuestions[o]?.text
          return { ...option, id: was && text ? field.optionId(was.code, text) : null }
        }),
      }
    }),
  })),
})

export const kinds = [
  ...['whole', 'decimal', 'line', 'text', 'date', 'time', 'moment', 'rating', 'file'],
] as Question['kind'][]

/** Its code is `V-` and the kind. */
export const questionOf = (kind: Question['kind'], more: object = {}) => ({
  code: `V-${kind}`,
  text: `${kind}?`,
  questionType: 2 as const,
  kind,
  ...more,
})

export const turnout = { min: 0, max: 3000, unit: 'voturi', isRequired: true }
/** A form with a question of every kind, and a choice. */
export const everyKind = {
  code: 'V',
  description: 'Valori',
  formSections: [
    {
      code: 'V1',
      questions: [
        ...kinds.map((kind) => questionOf(kind, kind === 'whole' ? turnout : {})),
        {
          code: 'V-choice',
          text: 'Da?',
          questionType: 1 as const,
          optionsToQuestions: [{ text: 'Da' }],
        },
      ],
    },
  ],
}

/** Publishes it. */
export const addForm = async (
  { ana }: Stage,
  body: CallInput<typeof forms.add>['body'] = everyKind,
) => (await ana.call(forms.add, { body })) as Id<'forms'>
