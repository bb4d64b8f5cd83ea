import type { Section } from '#features/forms/contract.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { AnalysedQuestion, AnalysedSection, Distribution } from './contract.ts'

/**
 * The parts of a form from its published versions, newest first: each where the newest version that has it puts it, in
 * its wording there. What only older versions have comes last.
 */
export function sectionsOf(versions: readonly (readonly Section[])[]): AnalysedSection[] {
  const titles = new Map<number, string>()
  const questions = new Map<number, AnalysedQuestion & { readonly sectionId: number }>()
  for (const [age, version] of versions.entries())
    for (const { id: sectionId, description, questions: own } of version) {
      titles.set(sectionId, titles.get(sectionId) ?? description)
      const isGone = age > 0
      for (const { id, code, text, optionsToQuestions, ...rest } of own) {
        const known = questions.get(id) ?? {
          ...{ sectionId, id: id as Id<'questions'>, code, text, isGone, ...rest },
          options: [],
        }
        const ids = new Set<number>(known.options.map((option) => option.id))
        const added = optionsToQuestions
          .filter((option) => !ids.has(option.id))
          .map((option) => ({
            ...{ id: option.id as Id<'options'>, text: option.text, isFlagged: option.flagged },
            isGone,
          }))
        questions.set(id, { ...known, options: [...known.options, ...added] })
      }
    }
  const bySection = groupBy([...questions.values()], ({ sectionId }) => sectionId)
  return [...titles].flatMap(([id, title]) => {
    const own = bySection.get(id)?.map(({ sectionId: _, ...question }) => question)
    return own ? [{ id, title, questions: own }] : []
  })
}

/** The number of reports with an option; null: with any. */
export type CountRow = { readonly optionId: number | null; readonly reports: number }

export const distributionOf = (rows: readonly CountRow[]): Distribution => ({
  answered: rows.find(({ optionId }) => optionId === null)?.reports ?? 0,
  options: rows.flatMap(({ optionId, reports }) =>
    optionId === null ? [] : [{ id: optionId, reports }],
  ),
})

/** The same for each group, in the order of the rows. */
export const groupsOf = (
  rows: readonly (CountRow & { readonly key: string; readonly name: string })[],
  medians: ReadonlyMap<string, number>,
) =>
  [...groupBy(rows, ({ key }) => key)].map(([key, own]) => ({
    key,
    name: own[0]?.name ?? '',
    median: medians.get(key) ?? null,
    ...distributionOf(own),
  }))
