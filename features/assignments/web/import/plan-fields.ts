import type { ImportOutcome } from '#features/tasks/web/import-task.tsx'
import type { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import type { ImportField } from '#kit/web/ui/import/import-columns.ts'
import { neededOfPlan, planWords } from '../../columns.ts'
import { say } from '../../copy.ts'

const needed: readonly string[] = neededOfPlan

/** The columns of a file of the plan, named as a person would. */
export const planFields = (): readonly ImportField[] =>
  Object.entries(planWords).map(([id, { title }]) => ({
    id,
    text: t(title),
    isNeeded: needed.includes(id),
  }))

/** What an import or a copy did, a sentence each. */
export const didOf = ({ added, changed, skipped }: ImportOutcome): string[] => [
  t(say.importDone, { count: added }),
  ...(changed > 0 ? [t(say.importChanged, { count: changed })] : []),
  ...(skipped > 0 ? [t(say.importSkipped, { count: skipped })] : []),
]

export const tellDone = (outcome: ImportOutcome) =>
  toast.success({ title: t(say.success), text: didOf(outcome).join(', ') })

export const tellFailure = (problem: Problem) =>
  toast.error({ title: t(say.error), text: `${t(say.importFailed)}. ${explain(problem)}` })
