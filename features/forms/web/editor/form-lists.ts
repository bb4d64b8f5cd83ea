import type { Draft, DraftOption, DraftQuestion, DraftSection, Key } from './form-parts.ts'

/** The common field of all parts. */
export type Keyed = { readonly key: Key }
type InList<Each> = (all: readonly Each[], parent: Key) => readonly Each[]

/** Maps every part; the very same list if none changes. */
export function each<Part extends Keyed>(all: readonly Part[], made: (part: Part) => Part) {
  const next = all.map(made)
  return next.every((part, place) => part === all[place]) ? all : next
}

/** The draft with its sections mapped by `list`; the same draft if it changes none. */
export const inSections = (draft: Draft, list: InList<DraftSection>): Draft => {
  const sections = list(draft.sections, '')
  return sections === draft.sections ? draft : { ...draft, sections }
}

/** Every section's questions. */
export const inQuestions = (draft: Draft, list: InList<DraftQuestion>): Draft =>
  inSections(draft, (all) =>
    each(all, (section) => {
      const questions = list(section.questions, section.key)
      return questions === section.questions ? section : { ...section, questions }
    }),
  )

/** Every question's options. */
export const inOptions = (draft: Draft, list: InList<DraftOption>): Draft =>
  inQuestions(draft, (all) =>
    each(all, (question) => {
      const options = list(question.options, question.key)
      return options === question.options ? question : { ...question, options }
    }),
  )

export const inEveryList = (
  draft: Draft,
  list: <Part extends Keyed>(all: readonly Part[]) => readonly Part[],
): Draft => inOptions(inQuestions(inSections(draft, list), list), list)

export const set = <Part extends Keyed>(
  all: readonly Part[],
  key: Key,
  to: Partial<NoInfer<Part>>,
) => each(all, (part) => (part.key === key ? { ...part, ...to } : part))

export const without = <Part extends Keyed>(all: readonly Part[], key: Key) =>
  all.some((part) => part.key === key) ? all.filter((part) => part.key !== key) : all

/** Inserted after `after`; at the end if there is no such part. */
export function behind<Part extends Keyed>(
  all: readonly Part[],
  after: Key | undefined,
  more: readonly Part[],
) {
  const place = all.findIndex(({ key }) => key === after)
  return all.toSpliced(place < 0 ? all.length : place + 1, 0, ...more)
}

/** The list in the order of the keys, if they are its keys. */
export function ordered<Part extends Keyed>(
  all: readonly Part[],
  keys: readonly Key[],
): readonly Part[] {
  const isThisList = all.length === keys.length && all.every(({ key }) => keys.includes(key))
  return isThisList ? all.toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key)) : all
}
