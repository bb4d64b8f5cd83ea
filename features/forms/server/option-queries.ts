import type { Db } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { OptionInQuestion } from '../contract.ts'
import { listQuestionsOf } from './queries.ts'

export async function getOption(
  db: Db,
  scope: Scope,
  optionId: Id<'options'>,
): Promise<OptionInQuestion> {
  const newest = await db
    .selectFrom('publishedOptions')
    .select(['formId', 'formVersion'])
    .where('electionId', '=', scope.electionId)
    .where('optionId', '=', optionId)
    .orderBy('formVersion', 'desc')
    .executeTakeFirst()
  const versions = newest ? await listQuestionsOf(db, scope, [newest]) : []
  for (const { code, text, optionsToQuestions } of versions.flatMap(({ questions }) => questions)) {
    const option = optionsToQuestions.find(({ id }) => id === optionId)
    if (option) return { questionCode: code, question: text, text: option.text }
  }
  throw new Problem('thing.not-found')
}
