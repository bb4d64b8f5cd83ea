import type { Copy } from '#kit/contract/copy.ts'
import { parse } from '#kit/contract/parse.ts'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { say as kit } from '#kit/web/ui/copy.ts'
import { FormDraft } from '../../contract.ts'
import { say } from '../../copy.ts'
import { mistakesOf } from '../../logic/mistakes-domain.ts'
import { mistakeCopy } from '../logic/mistake-copy.ts'
import type { DraftChange } from './form-draft.ts'
import {
  asStored,
  contentOf,
  type Draft,
  type DraftQuestion,
  type Key,
  questionsOf,
} from './form-parts.ts'

/** The errors by field, in page order; a field is named by `fieldId`. */
export type Errors = ReadonlyMap<string, Copy>

export const noErrors: Errors = new Map()

/** The key of the form's own fields. */
export const form = 'form'

const names = [
  ...['code', 'description', 'details', 'text', 'sections'],
  ...['min', 'max', 'unit', 'shownIf'],
] as const
export type FieldName =
  | (typeof names)[number]
  | `checks.${number}.${'expression' | 'message.ro' | 'message.en'}`

/** The element id of a field. */
export const fieldId = (key: Key, name: FieldName) => `${key}:${name}`

/** Errors that the server would refuse, and ambiguous names; for publishing, also gaps. */
export function errorsOf(typed: Draft, as: { isDraft: boolean }): Errors {
  const draft = asStored(typed)
  // If a field has two errors, show the last: it is the plainest.
  const wrong = new Map<string, Copy>([
    ...refusals(draft),
    ...doubles(draft),
    ...emptyRanges(draft),
    ...(as.isDraft ? [] : [...gaps(draft), ...mistakes(draft)]),
  ])
  return new Map(fieldsOf(draft).flatMap((id) => entryOf(wrong, id)))
}

/** The server's refusal by field; empty if it names no field. */
export function errorsFrom(problem: Problem, sent: Draft): Errors {
  if (problem.code === 'form.code-taken') return new Map([[fieldId(form, 'code'), say.codeTaken]])
  if (!problem.details || !('errors' in problem.details)) return noErrors
  return new Map(
    Object.keys(problem.details.errors).flatMap((path) => {
      const id = fieldAt(sent, path.replace(/^body\./, ''))
      return id === undefined ? [] : [[id, kit.checkField] as const]
    }),
  )
}

/** Clears the error of a changed field until the next check. */
export function withoutChanged(errors: Errors, change: DraftChange): Errors {
  if (errors.size === 0) return errors
  const gone = fieldsChanged(change)
  const isGone = (id: string) => gone.some((one) => id === one || id.startsWith(`${one}.`))
  return new Map([...errors].filter(([id]) => !isGone(id)))
}

function fieldsChanged(change: DraftChange): string[] {
  if (change.type === 'add section') return [fieldId(form, 'sections')]
  if (!('to' in change)) return []
  const key = 'key' in change ? change.key : form
  return Object.keys(change.to).map((name) => `${key}:${name}`)
}

/** The error of a field, in the reader's language. */
export function errorOf(errors: Errors, key: Key, name: FieldName): string | undefined {
  const problem = errors.get(fieldId(key, name))
  return problem && t(problem)
}

/** The errors of one part and its content; for most parts the very same empty map. */
export function errorsIn(errors: Errors, keys: readonly Key[]): Errors {
  const own = [...errors].filter(([id]) => keys.some((key) => id.startsWith(`${key}:`)))
  return own.length > 0 ? new Map(own) : noErrors
}

const entryOf = (all: ReadonlyMap<string, Copy>, id: string): [string, Copy][] => {
  const problem = all.get(id)
  return problem ? [[id, problem]] : []
}

/** Every field of the draft in page order. */
const fieldsOf = (draft: Draft): string[] => [
  fieldId(form, 'description'),
  fieldId(form, 'code'),
  fieldId(form, 'details'),
  fieldId(form, 'sections'),
  ...draft.sections.flatMap((section) => [
    fieldId(section.key, 'description'),
    fieldId(section.key, 'code'),
    fieldId(section.key, 'shownIf'),
    ...section.questions.flatMap((question) => [
      fieldId(question.key, 'code'),
      fieldId(question.key, 'text'),
      fieldId(question.key, 'min'),
      fieldId(question.key, 'max'),
      fieldId(question.key, 'unit'),
      ...question.options.map((option) => fieldId(option.key, 'text')),
      fieldId(question.key, 'shownIf'),
      ...question.checks.flatMap((_, place) => [
        fieldId(question.key, `checks.${place}.expression`),
        fieldId(question.key, `checks.${place}.message.ro`),
        fieldId(question.key, `checks.${place}.message.en`),
      ]),
    ]),
  ]),
]

function gaps(draft: Draft): [string, Copy][] {
  const needed: (readonly [id: string, text: string, sentence: Copy])[] = [
    [fieldId(form, 'description'), draft.description, say.titleNeeded],
    [fieldId(form, 'code'), draft.code, say.formCodeNeeded],
    [
      fieldId(form, 'sections'),
      questionsOf(draft)
        .map(({ key }) => key)
        .join(''),
      say.questionNeeded,
    ],
    [fieldId(form, 'sections'), draft.sections.map(({ key }) => key).join(''), say.sectionNeeded],
    ...questionsOf(draft).flatMap(({ key, code, text, options }) => [
      [fieldId(key, 'code'), code, say.questionCodeNeeded] as const,
      [fieldId(key, 'text'), text, say.questionTextNeeded] as const,
      ...options.map(
        (each) => [fieldId(each.key, 'text'), each.text, say.optionTextNeeded] as const,
      ),
    ]),
  ]
  return needed.filter(([, text]) => text.trim() === '').map(([id, , sentence]) => [id, sentence])
}

const mistakes = (draft: Draft): [string, Copy][] =>
  mistakesOf(contentOf(draft).formSections).flatMap(({ path, ...mistake }) => {
    const id = fieldAt(draft, path.join('.'))
    return id === undefined ? [] : [[id, mistakeCopy(mistake)] as [string, Copy]]
  })

/** The second of two with the same name: its answers would be taken for the first one's. */
function* doubles(draft: Draft): Generator<[string, Copy]> {
  const questions = questionsOf(draft)
  for (const key of repeated(questions.map(({ key, code }) => [key, code])))
    yield [fieldId(key, 'code'), say.questionCodeTaken]
  for (const { options } of questions)
    for (const key of repeated(options.map(({ key, text }) => [key, text])))
      yield [fieldId(key, 'text'), say.optionTextTaken]
}

const emptyRanges = (draft: Draft): [string, Copy][] =>
  questionsOf(draft)
    .filter(({ min, max }) => min !== null && max !== null && min > max)
    .map(({ key }) => [fieldId(key, 'max'), say.rangeEmpty])

function repeated(names: readonly (readonly [Key, string])[]): Key[] {
  const seen = new Set<string>()
  return names.flatMap(([key, name]) => {
    const text = name.replace(/\s+/g, ' ').trim()
    const isDouble = text !== '' && seen.has(text)
    seen.add(text)
    return isDouble ? [key] : []
  })
}

function refusals(draft: Draft): Errors {
  try {
    parse(FormDraft, { ...contentOf(draft), draft: true })
    return noErrors
  } catch (failure) {
    if (failure instanceof Problem) return errorsFrom(failure, draft)
    throw failure
  }
}

/** The field at a path of the contract: `formSections.0.questions.2.text`. */
export function fieldAt(draft: Draft, path: string): string | undefined {
  const [, s, rest = ''] = /^formSections\.(\d+)\.?(.*)$/.exec(path) ?? []
  if (s === undefined) return fieldNamed(form, path)
  const section = draft.sections[Number(s)]
  const [, q, of = ''] = /^questions\.(\d+)\.?(.*)$/.exec(rest) ?? []
  if (!section || q === undefined) return section && fieldNamed(section.key, rest)
  const question = section.questions[Number(q)]
  return question && fieldIn(question, of)
}

function fieldIn(question: DraftQuestion, path: string): string | undefined {
  const [, o, name = ''] = /^optionsToQuestions\.(\d+)\.?(.*)$/.exec(path) ?? []
  const option = question.options[Number(o)]
  return option ? fieldNamed(option.key, name) : fieldNamed(question.key, path)
}

function fieldNamed(key: Key, name: string): string | undefined {
  if (name === 'formSections') return fieldId(form, 'sections')
  const known = names.find((each) => each === name) ?? (isOfCheck(name) ? name : undefined)
  return known && fieldId(key, known)
}

const isOfCheck = (name: string): name is Exclude<FieldName, (typeof names)[number]> =>
  /^checks\.\d+\.(expression|message\.(ro|en))$/.test(name)
