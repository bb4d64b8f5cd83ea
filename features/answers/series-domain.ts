import { inOrder, type Submission } from '#features/visits/domain.ts'
import { withAnswer } from './corrections-domain.ts'
import type { DatedChoice } from './domain.ts'

/** A form as it was after an observer sent it once more. */
export type Entry = { readonly at: Date; readonly choices: readonly DatedChoice[] }

/** Phones send the questions of a form one after the other: a pause of this length ends an entry. */
const pauseMs = 10 * 60_000

/**
 * The entries of one form at one station, oldest first. What is only repeated is no entry.
 * @param questionIds all questions of the form, also removed ones
 */
export function entriesOf(
  submissions: readonly Submission[],
  questionIds: ReadonlySet<number>,
): Entry[] {
  const entries: Entry[] = []
  let last = 0
  for (const { at, answers } of inOrder(submissions)) {
    const before = entries.at(-1)?.choices ?? []
    const choices = answers
      .filter(({ questionId }) => questionIds.has(questionId))
      .reduce((all, answer) => withAnswer(all, answer, at), before)
    if (choices === before) continue
    const isContinued = entries.length > 0 && at.getTime() - last < pauseMs
    const begun = isContinued ? entries.pop()?.at : undefined
    entries.push({ at: begun ?? at, choices })
    last = at.getTime()
  }
  return entries
}
