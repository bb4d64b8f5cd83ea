import type { Question, Section } from '#features/forms/contract.ts'
import { type Logic, logicOf } from '#features/forms/logic-domain.ts'
import type { GivenAnswer, StationFacts } from '#features/forms/operand-domain.ts'
import { isReadable } from '#features/forms/value-domain.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { CompletedAnswer } from './contract.ts'

/** The logic of a version of a form. */
export type FormLogic = Pick<CompletedAnswer, 'formId' | 'formVersion'> & {
  readonly logic: Logic<Question>
}

/**
 * The answers of a report, marked by the logic of each form in the newest version that was answered: those to questions that
 * the others hide, and those that fail a check.
 */
export function judged(
  report: readonly CompletedAnswer[],
  logics: readonly FormLogic[],
  facts: StationFacts,
): CompletedAnswer[] {
  if (logics.length === 0) return [...report]
  return [...groupBy(report, ({ formId }) => formId)].flatMap(([formId, own]) => {
    const newest = Math.max(...own.map(({ formVersion }) => formVersion))
    const found = logics.find((one) => one.formId === formId && one.formVersion === newest)
    return found ? judgedBy(found.logic, own, facts) : own
  })
}

function judgedBy(
  logic: Logic<Question>,
  report: readonly CompletedAnswer[],
  facts: StationFacts,
): CompletedAnswer[] {
  const { hidden, failed } = logic(
    (question) =>
      answerTo(
        question,
        report.find(({ id }) => id === question.id),
      ),
    facts,
  )
  const hiddenIds = new Set([...hidden].map(({ id }) => id))
  const checks = groupBy(failed, ({ question }) => question.id)
  return report.map((answer) => {
    const own = checks.get(answer.id)?.map(({ check }) => check)
    return {
      ...answer,
      ...(hiddenIds.has(answer.id) && { isHidden: true }),
      ...(own && { failedChecks: own }),
    }
  })
}

/** The questions that are hidden by the answers of a report; without a fact, also those whose conditions name it. */
export function hiddenIn(
  sections: readonly Section[],
  report: readonly CompletedAnswer[],
  facts: StationFacts,
): ReadonlySet<Question> {
  const logic = logicOf(sections)
  const outcome = logic?.(
    (question) =>
      answerTo(
        question,
        report.find(({ id }) => id === question.id),
      ),
    facts,
  )
  return outcome?.hidden ?? new Set()
}

/** Undefined: none is given, or staff corrected it to none. */
function answerTo(
  { kind, optionsToQuestions }: Question,
  answer: CompletedAnswer | undefined,
): GivenAnswer | undefined {
  const [first] = answer?.answers ?? []
  if (!answer || !first) return undefined
  const chosen = optionsToQuestions.flatMap(({ id }, place) =>
    answer.answers.some(({ optionId }) => optionId === id) ? [place] : [],
  )
  return { chosen, value: isReadable(kind) ? answer.canonical : first.value }
}
