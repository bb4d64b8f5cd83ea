import type { QuestionKind, QuestionType } from './kind-contract.ts'

/** What an answer is to an expression, to a column of an export, and to a chart. */
export type AnswerType = 'choice' | 'number' | 'text' | 'date' | 'time' | 'moment' | 'file'

type KindRules = {
  readonly answer: AnswerType
  /** Its numbers may have a smallest, a largest, and a unit. */
  readonly hasLimits?: true
  /** Its numbers go from 1 to a highest. */
  readonly isScale?: true
  /** How an older phone, which shows a text field, is asked to write it. */
  readonly written?: string
  /** How many signs of a stored value name its hour; charts count by it. */
  readonly hourSigns?: number
  /** Its type in an XLSForm, with other cells of the row, and types that are read as it (https://xlsform.org/en/). */
  readonly xlsform?: { readonly type: string; readonly appearance?: string }
  readonly alsoRead?: readonly string[]
}

/** All that the rules know of a kind of question, but how its values are read (`value-domain.ts`). */
const kinds: Readonly<Record<QuestionKind, KindRules>> = {
  choice: { answer: 'choice' },
  whole: { answer: 'number', hasLimits: true, xlsform: { type: 'integer' }, alsoRead: ['int'] },
  decimal: { answer: 'number', hasLimits: true, xlsform: { type: 'decimal' } },
  line: { answer: 'text', xlsform: { type: 'text' }, alsoRead: ['string', 'phone number'] },
  text: { answer: 'text', xlsform: { type: 'text', appearance: 'multiline' } },
  date: { answer: 'date', written: 'zz.ll.aaaa', xlsform: { type: 'date' } },
  time: { answer: 'time', written: 'hh:mm', hourSigns: 2, xlsform: { type: 'time' } },
  moment: {
    answer: 'moment',
    written: 'zz.ll.aaaa hh:mm',
    hourSigns: 13,
    xlsform: { type: 'dateTime' },
  },
  rating: { answer: 'number', isScale: true, xlsform: { type: 'range', appearance: 'rating' } },
  file: {
    answer: 'file',
    written: 'fotografia se trimite ca notă',
    xlsform: { type: 'file' },
    alsoRead: ['image', 'audio', 'video'],
  },
}

/** What an answer is to an expression. */
export const answerType = ({ kind }: { readonly kind: QuestionKind }): AnswerType =>
  kinds[kind].answer
/** Its values are of time: they have an order, and no sum. */
export const isOfTime = (type: AnswerType | undefined): type is TimeType =>
  type === 'date' || type === 'time' || type === 'moment'
export type TimeType = Extract<AnswerType, 'date' | 'time' | 'moment'>

export const rulesOf = (kind: QuestionKind): KindRules => kinds[kind]
/** Every kind with its rules. */
export const allKinds = Object.entries(kinds) as [QuestionKind, KindRules][]

export const isChoice = (kind: QuestionKind): boolean => kind === 'choice'
/** Whether notes bring the answer; an answer of its own is only a remark. */
export const isFile = (kind: QuestionKind): boolean => kind === 'file'

/** The four types of choice, as the first system numbers them; every other kind is sent as the type of one text. */
const choiceTypes = {
  single: { plain: 1, text: 2 },
  several: { plain: 0, text: 3 },
} as const
export const textType = choiceTypes.single.text

/** The type of a choice with these options. */
export const choiceType = (
  isSingle: boolean,
  options: readonly { readonly isFreeText?: boolean | undefined }[],
): QuestionType =>
  choiceTypes[isSingle ? 'single' : 'several'][
    options.some(({ isFreeText }) => isFreeText) ? 'text' : 'plain'
  ]

/** Whether one option is chosen, not several. */
export const isSingleChoice = (type: unknown): boolean =>
  type === choiceTypes.single.plain || type === choiceTypes.single.text

/** The highest of a scale where none is named. */
export const usualHighest = 5
