import type { Option, Question, Section, WholeForm } from '../contract.ts'
import type { NewForm } from '../exchange-contract.ts'
import { type Expression, readExpression } from '../expression-domain.ts'
import { type Translated, Translations } from '../language-contract.ts'
import { type LogicQuestion, optionIn } from '../operand-domain.ts'
import type { TextPart, TextToTranslate } from '../translation-contract.ts'

type TextField = FormText['field']

/** A text of a form that can be translated. */
export type FormText = Omit<TextToTranslate, 'to' | 'from'>

/** What is stored of each part, by `question-12`. */
export type StoredTranslations = ReadonlyMap<string, Translations>

export const partKey = (part: TextPart, id: number): string => `${part}-${id}`

/** A key taken apart; undefined: it is none. */
export function keyParts(
  key: string,
): { part: TextPart; id: number; field: TextField } | undefined {
  const [, part, id, field] =
    /^(form|section|question|option)-(\d{1,9})-(text|hint)$/.exec(key) ?? []
  return part && id && field
    ? { part: part as TextPart, id: Number(id), field: field as TextField }
    : undefined
}

type Parts = Pick<WholeForm, 'id' | 'code' | 'description' | 'formSections'>

/** The texts of a form in its order, empty ones left out. */
export function textsOf({ id, code, description, formSections }: Parts): FormText[] {
  return [
    ...texts('form', id, code, { text: description }),
    ...formSections.flatMap((section) => [
      ...texts('section', section.id, section.code, { text: section.description }),
      ...section.questions.flatMap((question) => [
        ...texts('question', question.id, question.code, question),
        ...question.optionsToQuestions.flatMap((option) =>
          texts('option', option.id, question.code, option),
        ),
      ]),
    ]),
  ]
}

function texts(
  part: TextPart,
  id: number,
  code: string,
  content: { readonly text: string; readonly hint?: string | null },
): FormText[] {
  return (['text', 'hint'] as const).flatMap((field) => {
    const text = content[field]
    return text ? [{ key: `${partKey(part, id)}-${field}`, part, field, code, text }] : []
  })
}

/** A form to begin another one from, with its translations. */
export function withTranslations(
  form: WholeForm,
  stored: StoredTranslations,
  { language, languages }: { readonly language: string; readonly languages: readonly string[] },
): NewForm {
  const content = (part: TextPart, id: number) => {
    const all = stored.get(partKey(part, id)) ?? {}
    const kept = Object.entries(all).filter(([tag]) => languages.includes(tag))
    return kept.length > 0 ? { translations: Object.fromEntries(kept) } : {}
  }
  return {
    ...form,
    ...{ language, languages: [...languages], ...content('form', form.id) },
    formSections: form.formSections.map((section) => ({
      ...{ ...section, ...content('section', section.id) },
      questions: section.questions.map((question) => ({
        ...{ ...question, ...content('question', question.id) },
        optionsToQuestions: question.optionsToQuestions.map((option) => ({
          ...{ ...option, ...content('option', option.id) },
        })),
      })),
    })),
  }
}

export type TextState = 'done' | 'missing' | 'outdated'

export function stateOf(text: string, translated: Translated | undefined): TextState {
  if (!translated?.to) return 'missing'
  return translated.from === text ? 'done' : 'outdated'
}

/** The translation of a text, by its key; undefined: there is none. */
export type FindText = (key: string, text: string) => string | undefined

/** Finds stored translations into a language; an outdated one may mean something else, and is left out. */
export const currentTexts =
  (stored: StoredTranslations, language: string): FindText =>
  (key, text) => {
    const found = storedText(stored, language, key)
    return stateOf(text, found) === 'done' ? found?.to : undefined
  }

export function storedText(
  stored: StoredTranslations,
  language: string,
  key: string,
): Translated | undefined {
  const parts = keyParts(key)
  return parts && stored.get(partKey(parts.part, parts.id))?.[language]?.[parts.field]
}

/**
 * The sections with their translated texts; a text without a translation stays. Conditions and checks that name an option
 * by its text name it by its place: on a phone it has another text.
 */
export function translated(sections: readonly Section[], find: FindText): Section[] {
  const content = (part: TextPart, id: number, field: TextField, text: string) =>
    find(`${partKey(part, id)}-${field}`, text) ?? text
  const both = <Part extends Question | Option>(part: TextPart, one: Part): Part => ({
    ...one,
    text: content(part, one.id, 'text', one.text),
    hint: one.hint && content(part, one.id, 'hint', one.hint),
  })
  const questions = new Map(
    sections.flatMap((section) => section.questions.map((question) => [question.code, question])),
  )
  const inLanguage = <Part extends Section | Question>(one: Part): Part =>
    one.shownIf ? { ...one, shownIf: byPlace(one.shownIf, questions) } : one
  return sections.map((section) => ({
    ...inLanguage(section),
    description: content('section', section.id, 'text', section.description),
    questions: section.questions.map((question) => ({
      ...both('question', inLanguage(question)),
      ...(question.checks && {
        checks: question.checks.map((check) => ({
          ...check,
          expression: byPlace(check.expression, questions),
        })),
      }),
      optionsToQuestions: question.optionsToQuestions.map((option) => both('option', option)),
    })),
  }))
}

const quoted = /"[^"]*"|'[^']*'|[„“”][^„“”]*[”“]/y

/** The expression, with options named by their place instead of their text. */
function byPlace(text: string, questions: ReadonlyMap<string, LogicQuestion>): string {
  const read = readExpression(text)
  if (read.kind === 'unread') return text
  const named = optionsIn(read, questions)
  return named.reduceRight((changed, { at, place }) => {
    quoted.lastIndex = at
    const [option = ''] = quoted.exec(changed) ?? []
    return `${changed.slice(0, at)}${place + 1}${changed.slice(at + option.length)}`
  }, text)
}

/** The options that an expression names by their text, from left to right. */
function optionsIn(
  expression: Expression,
  questions: ReadonlyMap<string, LogicQuestion>,
): { at: number; place: number }[] {
  if (expression.kind === 'single') return optionsIn(expression.of, questions)
  if (expression.kind !== 'pair') return []
  const { left, right } = expression
  const question = left.kind === 'name' ? questions.get(left.name) : undefined
  if (question?.kind !== 'choice' || right.kind !== 'text')
    return [...optionsIn(left, questions), ...optionsIn(right, questions)]
  const place = optionIn(question, right)
  return place < 0 ? [] : [{ at: right.at, place }]
}

/**
 * The title of a form in the first of the preferred languages that it has one in; an outdated translation may mean
 * something else.
 * @param translations of the form, as stored
 */
export function titleIn(
  preferred: readonly string[],
  form: {
    readonly description: string
    readonly language: string
    readonly languages: readonly string[]
    readonly translations: unknown
  },
): string {
  const titles = Translations.parse(form.translations)
  const isCurrent = (tag: string) => stateOf(form.description, titles[tag]?.text) === 'done'
  const best = preferred.find(
    (tag) => tag === form.language || (form.languages.includes(tag) && isCurrent(tag)),
  )
  const title = best !== undefined && best !== form.language && titles[best]?.text?.to
  return title || form.description
}
