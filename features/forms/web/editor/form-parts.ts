import type { Question, Section, WholeForm } from '../../contract.ts'
import { choiceType, rulesOf, textType, usualHighest } from '../../kind-domain.ts'
import type { Translations } from '../../language-contract.ts'
import type { Check } from '../../logic-contract.ts'
import type { DraftKind } from '../question-kinds.ts'

/** A part's key during editing: new parts have no id yet. */
export type Key = string

/** What a new form or part has from elsewhere; a stored one keeps its own. */
type Begun = {
  readonly language?: string | undefined
  readonly languages?: string[] | undefined
  readonly translations?: Translations | undefined
}

type StoredPart = Pick<Begun, 'translations'> & {
  readonly key: Key
  /** The server's id; null for a new part. */
  readonly id: number | null
}

export type DraftOption = StoredPart & {
  readonly text: string
  readonly hint: string
  readonly isFreeText: boolean
  readonly isFlagged: boolean
}

export type DraftQuestion = StoredPart & {
  readonly code: string
  readonly text: string
  readonly hint: string
  readonly kind: DraftKind
  readonly isRequired: boolean
  readonly min: number | null
  /** Of a rating: its highest. */
  readonly max: number | null
  readonly unit: string
  /** The condition on which it is shown; empty: always. */
  readonly shownIf: string
  readonly checks: readonly Check[]
  readonly options: readonly DraftOption[]
}

export type DraftSection = StoredPart & {
  readonly code: string
  /** The title. */
  readonly description: string
  readonly shownIf: string
  readonly questions: readonly DraftQuestion[]
}

/** A form during editing. Unchanged parts stay the same objects. */
export type Draft = Begun & {
  readonly code: string
  /** The title. */
  readonly description: string
  /** The form's purpose and when to fill it in. */
  readonly details: string
  readonly diaspora: boolean
  /** Sent several times at one station. */
  readonly series: boolean
  /** The revision of the stored form below the draft; 0: not stored yet. */
  readonly revision: number
  readonly sections: readonly DraftSection[]
}

let lastKey = 0

/** A key for a new part. */
export function newKey(): Key {
  lastKey += 1
  return `new-${lastKey}`
}

const blank = () => ({ key: newKey(), id: null })

export const blankOption = (text = ''): DraftOption => ({
  ...blank(),
  text,
  hint: '',
  isFreeText: false,
  isFlagged: false,
})

export const blankQuestion = (code: string): DraftQuestion => ({
  ...blank(),
  code,
  text: '',
  hint: '',
  kind: choiceType(true, []),
  isRequired: false,
  min: null,
  max: null,
  unit: '',
  shownIf: '',
  checks: [],
  options: [],
})

export const blankSection = (code: string): DraftSection => ({
  ...blank(),
  code,
  description: '',
  shownIf: '',
  questions: [],
})

/** An empty form. */
export const blankDraft = (): Draft => ({
  code: '',
  description: '',
  details: '',
  diaspora: false,
  series: false,
  revision: 0,
  sections: [blankSection('')],
})

type Marks = Pick<
  WholeForm,
  'code' | 'description' | 'details' | 'diaspora' | 'series' | 'revision'
>

const marksOf = ({ code, description, details, diaspora, series }: Omit<Marks, 'revision'>) => ({
  ...{ code, description, details, diaspora, series },
})

/** The draft of a stored form. */
export const draftOf = (form: Marks, sections: readonly Section[]): Draft => ({
  ...marksOf(form),
  revision: form.revision,
  sections: sections.map(sectionOf),
})

const sectionOf = ({ id, code, description, shownIf, questions }: Section): DraftSection => ({
  key: `section-${id}`,
  id,
  code,
  description,
  shownIf: shownIf ?? '',
  questions: questions.map(questionOf),
})

const questionOf = (question: Question): DraftQuestion =>
  usedOf({
    key: `question-${question.id}`,
    id: question.id,
    code: question.code,
    text: question.text,
    hint: question.hint ?? '',
    kind: kindOf(question),
    isRequired: question.isRequired,
    min: question.min,
    max: question.max,
    unit: question.unit,
    shownIf: question.shownIf ?? '',
    checks: question.checks ?? [],
    options: question.optionsToQuestions.map(({ id, text, hint, isFreeText, flagged }) => ({
      key: `option-${id}`,
      id,
      text,
      hint: hint ?? '',
      isFreeText,
      isFlagged: flagged,
    })),
  })

const kindOf = ({ kind, questionType }: Pick<Question, 'kind' | 'questionType'>): DraftKind =>
  kind === 'choice' ? questionType : kind

export const hasOptions = ({ kind }: Pick<DraftQuestion, 'kind'>): boolean =>
  typeof kind === 'number'
export const hasLimits = ({ kind }: Pick<DraftQuestion, 'kind'>): boolean =>
  typeof kind !== 'number' && rulesOf(kind).hasLimits === true
/** It is answered by a number from 1 to a highest. */
export const isScale = ({ kind }: Pick<DraftQuestion, 'kind'>): boolean =>
  typeof kind !== 'number' && rulesOf(kind).isScale === true

/** The highest of a rating; a maximum typed for a number cannot be one. */
export const highestOf = ({ max }: Pick<DraftQuestion, 'max'>): number =>
  max !== null && Number.isInteger(max) && max >= 2 && max <= 10 ? max : usualHighest

/** A question with only what its kind uses. A draft keeps the rest, for a user who changes the kind back. */
export function usedOf(question: DraftQuestion): DraftQuestion {
  const unlimited = { min: null, max: null, unit: '' }
  return {
    ...question,
    ...(!hasLimits(question) && unlimited),
    ...(isScale(question) && { max: highestOf(question) }),
    options: question.options.filter((option) => hasOptions(question) || isField(question, option)),
  }
}

/** Whether it has the translations of the field that the server makes: of a form that was imported or copied. */
const isField = ({ options }: DraftQuestion, { isFreeText, translations }: DraftOption): boolean =>
  options.length === 1 && isFreeText && translations !== undefined

/** The draft in the form in which a server stores it. */
export const asStored = (draft: Draft): Draft => ({
  ...draft,
  sections: draft.sections.map((section) => ({
    ...section,
    questions: section.questions.map(usedOf),
  })),
})

/** The body of a save. */
export const bodyOf = (draft: Draft) => contentOf(asStored(draft))

/** All that is typed: a part's position is its place in the list. */
export const contentOf = ({ sections, ...draft }: Draft) => ({
  ...marksOf(draft),
  ...begunWith(draft),
  formSections: sections.map((section) => ({
    id: section.id,
    code: section.code,
    description: section.description,
    shownIf: section.shownIf,
    ...begunWith(section),
    questions: section.questions.map((question) => ({
      id: question.id,
      code: question.code,
      text: question.text,
      hint: question.hint,
      ...sentKind(question.kind),
      isRequired: question.isRequired,
      min: question.min,
      max: question.max,
      unit: question.unit,
      shownIf: question.shownIf,
      checks: [...question.checks],
      ...begunWith(question),
      optionsToQuestions: question.options.map((option) => ({
        id: option.id,
        text: option.text,
        hint: option.hint,
        isFreeText: option.isFreeText,
        flagged: option.isFlagged,
        ...begunWith(option),
      })),
    })),
  })),
})
const begunWith = ({ language, languages, translations }: Begun): Begun => ({
  ...{ language, languages, translations },
})
export type Content = ReturnType<typeof contentOf>

/** Older phones show a value as an option with text. */
const sentKind = (kind: DraftKind): Pick<Question, 'kind' | 'questionType'> =>
  typeof kind === 'number'
    ? { kind: 'choice', questionType: kind }
    : { kind, questionType: textType }

/** The draft from kept content, the inverse. Keys follow ids, so that unfolded parts stay unfolded. */
export const draftFrom = ({ formSections, ...form }: Content, revision: number): Draft => ({
  ...form,
  revision,
  sections: formSections.map(({ questions, ...section }) => ({
    ...section,
    key: keyOf('section', section.id),
    questions: questions.map(({ optionsToQuestions, kind, questionType, ...question }) => ({
      ...question,
      key: keyOf('question', question.id),
      kind: kindOf({ kind, questionType }),
      options: optionsToQuestions.map(({ flagged, ...option }) => ({
        ...option,
        key: keyOf('option', option.id),
        isFlagged: flagged,
      })),
    })),
  })),
})

const keyOf = (kind: string, id: number | null): Key => (id === null ? newKey() : `${kind}-${id}`)

/** Whether both would be stored identically: saving trims spaces and collapses runs of them. Translations are not edited here. */
export const isSame = (one: Draft, other: Draft): boolean =>
  one === other || written(one) === written(other)

const written = (draft: Draft) =>
  JSON.stringify(bodyOf(draft), (name, value: unknown) => {
    if (name === 'translations') return undefined
    return typeof value === 'string'
      ? (name === 'details' ? value : value.replace(/\s+/g, ' ')).trim()
      : value
  })

export const questionsOf = ({ sections }: Draft): DraftQuestion[] =>
  sections.flatMap(({ questions }) => questions)

/** A section's name; it may have neither code nor title. */
export const sectionName = ({ code, description }: DraftSection, number: number): string =>
  code.trim() || description.trim() || String(number)
