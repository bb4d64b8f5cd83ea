import type { Language } from '#kit/contract/copy.ts'
import type { NewForm, NewQuestion } from '../../exchange-contract.ts'
import type { QuestionKind } from '../../kind-contract.ts'
import { choiceType, isChoice, rulesOf, textType, usualHighest } from '../../kind-domain.ts'

export type Words = Readonly<Record<Language, string>>

type TemplateOption = { readonly text: Words; readonly isFlagged?: true; readonly asksText?: true }

export type TemplateQuestion = {
  readonly text: Words
  readonly kind: QuestionKind
  readonly isSeveral?: true
  readonly isRequired?: boolean
  readonly options?: readonly TemplateOption[]
  readonly unit?: Words
  readonly max?: number
}

/** A form to start from, in every language. */
export type Template = {
  readonly code: string
  readonly title: Words
  readonly details: Words
  /** Sent several times at one station. */
  readonly isSeries?: boolean
  readonly sections: readonly {
    readonly title: Words
    readonly questions: readonly TemplateQuestion[]
  }[]
}

export const option = (ro: string, en: string): TemplateOption => ({ text: { ro, en } })
export const flagged = (ro: string, en: string): TemplateOption => ({
  ...option(ro, en),
  isFlagged: true,
})
/** A flagged option that asks for more. */
export const flaggedText = (ro: string, en: string): TemplateOption => ({
  ...flagged(ro, en),
  asksText: true,
})
const yes = option('Da', 'Yes')
const no = option('Nu', 'No')
const unseen = option('Nu am putut vedea', 'I could not see')

const one = (text: Words, options: readonly TemplateOption[]): TemplateQuestion => ({
  text,
  kind: 'choice',
  options,
})
export const chooseOne = (ro: string, en: string, ...options: TemplateOption[]) =>
  one({ ro, en }, options)
export const chooseSeveral = (
  ro: string,
  en: string,
  ...options: TemplateOption[]
): TemplateQuestion => ({ ...one({ ro, en }, options), isSeveral: true })

/** It should be so: no is flagged, and asks for more. */
export const expected = (ro: string, en: string): TemplateQuestion =>
  one({ ro, en }, [yes, flaggedText('Nu, pentru că', 'No, because'), unseen])
/** It should not be so: yes is flagged, and asks for more. */
export const forbidden = (ro: string, en: string): TemplateQuestion =>
  one({ ro, en }, [no, flaggedText('Da, și anume', 'Yes, namely'), unseen])

export const count = (ro: string, en: string, unit: Words): TemplateQuestion => ({
  text: { ro, en },
  kind: 'whole',
  unit,
})
export const value = (kind: QuestionKind, ro: string, en: string): TemplateQuestion => ({
  text: { ro, en },
  kind,
  ...(rulesOf(kind).isScale && { max: usualHighest }),
})
export const required = (question: TemplateQuestion): TemplateQuestion => ({
  ...question,
  isRequired: true,
})

/** The template in a language; its questions are numbered. */
export function formOf(
  { code, title, details, isSeries = false, sections }: Template,
  language: Language,
): NewForm {
  let number = 0
  return {
    code,
    description: title[language],
    details: details[language],
    diaspora: false,
    series: isSeries,
    formSections: sections.map((section, at) => ({
      code: `${code}${at + 1}`,
      description: section.title[language],
      questions: section.questions.map((question) => {
        number += 1
        return questionOf(question, `${code}${at + 1}.${number}`, language)
      }),
    })),
  }
}

function questionOf(
  { text, kind, isSeveral, isRequired = false, options = [], unit, max }: TemplateQuestion,
  code: string,
  language: Language,
): NewQuestion {
  const choice = choiceType(
    !isSeveral,
    options.map(({ asksText }) => ({ isFreeText: asksText })),
  )
  return {
    ...{ code, text: text[language], hint: null, kind, isRequired },
    questionType: isChoice(kind) ? choice : textType,
    min: kind === 'whole' ? 0 : null,
    max: max ?? null,
    unit: unit?.[language] ?? '',
    optionsToQuestions: options.map((one) => ({
      text: one.text[language],
      hint: null,
      isFreeText: one.asksText ?? false,
      flagged: one.isFlagged ?? false,
    })),
  }
}
