import { useNavigate } from '@tanstack/react-router'
import type { Options } from '#features/tasks/web/import-steps.tsx'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { Problem } from '#kit/contract/problem.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { assignments } from '../../contract.ts'
import { touched } from '../use-plan-acts.ts'
import { tellDone, tellFailure } from './plan-fields.ts'

/** Imports, and shows the result: a small file at once, otherwise as a task with its own URL. */
export function useImport() {
  const navigate = useNavigate()
  const show = useResult()
  return (file: File, body: Options, report: ImportReport | undefined): Promise<void> =>
    show(async () => {
      if (report) return await call(assignments.import, { body }, undefined, file)
      const { id } = await call(assignments.startImport, { body }, undefined, file)
      await navigate({ to: '/deployment/plan/import', search: { task: String(id) } })
      return
    })
}

/** Shows the plan after what it did, or says why it was refused. */
export function useResult() {
  const navigate = useNavigate()
  const touch = useTouch()
  return async (run: () => Promise<ImportReport | undefined>): Promise<void> => {
    try {
      const report = await run()
      if (!report) return
      const { added, changed, wrong } = report
      void touch(...touched)
      tellDone({ added, changed, skipped: wrong.length })
      await navigate({ to: '/deployment/plan' })
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      tellFailure(failure)
    }
  }
}
