import type { Section } from '../../contract.ts'
import { choiceType, isSingleChoice } from '../../kind-domain.ts'
import {
  behind,
  each,
  inEveryList,
  inOptions,
  inQuestions,
  inSections,
  type Keyed,
  ordered,
  set,
  without,
} from './form-lists.ts'
import {
  asStored,
  type Draft,
  type DraftOption,
  type DraftQuestion,
  type DraftSection,
  type Key,
  newKey,
  questionsOf,
} from './form-parts.ts'

/** A removed part and its position; `parent` is the part that contained it. */
export type Removed = { readonly place: number } & (
  | { readonly kind: 'section'; readonly part: DraftSection }
  | { readonly kind: 'question'; readonly parent: Key; readonly part: DraftQuestion }
  | { readonly kind: 'option'; readonly parent: Key; readonly part: DraftOption }
)

export type DraftChange =
  | { type: 'set form'; to: Partial<Omit<Draft, 'sections'>> }
  | { type: 'set section'; key: Key; to: Partial<Omit<DraftSection, 'key' | 'id' | 'questions'>> }
  | { type: 'set question'; key: Key; to: Partial<Omit<DraftQuestion, 'key' | 'id' | 'options'>> }
  | { type: 'set option'; key: Key; to: Partial<Omit<DraftOption, 'key' | 'id'>> }
  | { type: 'add section'; section: DraftSection }
  /** Adds a question or options after `after`, otherwise at the end. */
  | { type: 'add question'; section: Key; question: DraftQuestion; after?: Key }
  | { type: 'add options'; question: Key; options: readonly DraftOption[]; after?: Key }
  | { type: 'move question'; key: Key; section: Key }
  /** Orders the list that has exactly these keys. */
  | { type: 'order'; keys: readonly Key[] }
  | { type: 'remove'; key: Key }
  | { type: 'put back'; removed: Removed }
  /** Gives the new parts of the sent draft their stored ids. */
  | { type: 'adopt'; sent: Draft; stored: readonly Section[] }
  | { type: 'replace'; by: Draft }

/** The draft after a change; unaffected lists and parts stay the same objects. */
export function changed(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case 'set form':
      return { ...draft, ...change.to }
    case 'set section':
      return inSections(draft, (all) => set(all, change.key, change.to))
    case 'set question':
      return inQuestions(draft, (all) => set(all, change.key, change.to))
    case 'set option':
      return setOption(draft, change.key, change.to)
    case 'add section':
      return inSections(draft, (all) => [...all, change.section])
    case 'add question':
      return addQuestion(draft, change)
    case 'add options':
      return addOptions(draft, change)
    case 'move question':
      return moveQuestion(draft, change)
    case 'order':
      return inEveryList(draft, (all) => ordered(all, change.keys))
    case 'remove':
      return inEveryList(draft, (all) => without(all, change.key))
    case 'put back':
      return restore(draft, change.removed)
    case 'adopt':
      return adopt(draft, idsOf(change.sent, change.stored))
    case 'replace':
      return change.by
  }
}

/** The part that a removal would take out, for undo; undefined: no such part. */
export function removalOf(draft: Draft, key: Key): Removed | undefined {
  const section = standing(draft.sections, key)
  if (section) return { kind: 'section', ...section }
  for (const { key: parent, questions } of draft.sections) {
    const question = standing(questions, key)
    if (question) return { kind: 'question', parent, ...question }
  }
  for (const { key: parent, options } of questionsOf(draft)) {
    const option = standing(options, key)
    if (option) return { kind: 'option', parent, ...option }
  }
  return undefined
}

function standing<Part extends Keyed>(all: readonly Part[], key: Key) {
  const place = all.findIndex((each) => each.key === key)
  const part = all[place]
  return part && { place, part }
}

/** A copy of a question as a new one, with its own code. */
export const copyOf = (question: DraftQuestion, code: string): DraftQuestion => ({
  ...question,
  key: newKey(),
  id: null,
  code,
  options: question.options.map((option) => ({ ...option, key: newKey(), id: null })),
})

/** An option that asks for text changes its question's type accordingly. */
function setOption(draft: Draft, key: Key, to: Partial<DraftOption>): Draft {
  const isAskingForText = to.isFreeText === true
  return inQuestions(draft, (all) =>
    each(all, (question) => {
      const options = set(question.options, key, to)
      if (options === question.options) return question
      const { kind } = question
      return isAskingForText && typeof kind === 'number'
        ? { ...question, options, kind: choiceType(isSingleChoice(kind), [to]) }
        : { ...question, options }
    }),
  )
}

function addQuestion(
  draft: Draft,
  { section, question, after }: Extract<DraftChange, { type: 'add question' }>,
): Draft {
  return inQuestions(draft, (all, key) => (key === section ? behind(all, after, [question]) : all))
}

/** Skips existing texts; empty texts are always added, because the user will fill them in. */
function addOptions(
  draft: Draft,
  { question, options, after }: Extract<DraftChange, { type: 'add options' }>,
): Draft {
  return inOptions(draft, (all, key) => {
    if (key !== question) return all
    const present = new Set(all.map(({ text }) => text.trim()))
    return behind(
      all,
      after,
      options.filter(({ text }) => text === '' || !present.has(text)),
    )
  })
}

function moveQuestion(
  draft: Draft,
  { key, section }: Extract<DraftChange, { type: 'move question' }>,
): Draft {
  const found = removalOf(draft, key)
  if (found?.kind !== 'question' || found.parent === section) return draft
  const rest = inQuestions(draft, (all) => without(all, key))
  return changed(rest, { type: 'add question', section, question: found.part })
}

/** Restores nothing if the part's parent was removed too. */
function restore(draft: Draft, removed: Removed): Draft {
  const { place } = removed
  switch (removed.kind) {
    case 'section':
      return inSections(draft, (all) => all.toSpliced(place, 0, removed.part))
    case 'question':
      return inQuestions(draft, (all, key) =>
        key === removed.parent ? all.toSpliced(place, 0, removed.part) : all,
      )
    case 'option':
      return inOptions(draft, (all, key) =>
        key === removed.parent ? all.toSpliced(place, 0, removed.part) : all,
      )
  }
}

/** The stored ids of the sent parts, by key: the stored form has the same shape. */
function idsOf(sent: Draft, stored: readonly Section[]): ReadonlyMap<Key, number> {
  const ids = new Map<Key, number>()
  const learn = (part: Keyed, known: { readonly id: number } | undefined) => {
    if (known) ids.set(part.key, known.id)
    return known
  }
  for (const [s, section] of asStored(sent).sections.entries()) {
    const known = learn(section, stored[s]) && stored[s]
    for (const [q, question] of section.questions.entries()) {
      learn(question, known?.questions[q])
      for (const [o, option] of question.options.entries())
        learn(option, known?.questions[q]?.optionsToQuestions[o])
    }
  }
  return ids
}

function adopt(draft: Draft, ids: ReadonlyMap<Key, number>): Draft {
  return inEveryList(draft, (all) =>
    each(all, (part) => {
      const id = ids.get(part.key)
      return id === undefined ? part : { ...part, id }
    }),
  )
}
