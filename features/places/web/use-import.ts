import { useNavigate } from '@tanstack/react-router'
import type { Options } from '#features/tasks/web/import-steps.tsx'
import type { ImportOutcome } from '#features/tasks/web/import-task.tsx'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { places } from '../contract.ts'
import { say } from '../copy.ts'
import { callsOf, type ImportKind } from './import-fields.ts'
import { touched } from './use-counties.ts'

/** Imports, and shows the result: a small file at once, otherwise as a task with its own page. */
export function useImport(kind: ImportKind) {
  const navigate = useNavigate()
  const touch = useTouch()
  const { now, later } = callsOf(places, kind)

  return async (file: File, body: Options, report: ImportReport | undefined): Promise<void> => {
    try {
      if (report) {
        const { added, changed, wrong } = await call(now, { body }, undefined, file)
        void touch(...touched)
        tellDone({ added, changed, skipped: wrong.length })
        await navigate({ to: '/polling-stations' })
      } else {
        const { id } = await call(later, { body }, undefined, file)
        await navigate({ to: '/polling-stations/import', search: { task: String(id) } })
      }
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      tellFailure(failure)
    }
  }
}

export function tellDone(outcome: ImportOutcome): void {
  toast.success({ title: t(say.success), text: didOf(outcome).join(', ') })
}

/** What an import did, a sentence each. */
export const didOf = ({ added, changed, skipped }: ImportOutcome): string[] => [
  t(say.importDone, { count: added }),
  ...(changed > 0 ? [t(say.importChanged, { count: changed })] : []),
  ...(skipped > 0 ? [t(say.importSkipped, { count: skipped })] : []),
]

const tellFailure = (problem: Problem) =>
  toast.error({ title: t(say.error), text: `${t(say.importFailed)}. ${explain(problem)}` })
