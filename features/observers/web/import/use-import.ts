import { useNavigate } from '@tanstack/react-router'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { observers } from '../../contract.ts'
import { say } from '../../copy.ts'
import { touched } from '../list/use-deleting.tsx'

/** The result of an import. */
export type ObserverImportResult = {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly skipped: number
}

/** Imports a file with a report of what it will do; without one as a task, with its own URL. */
export function useImport(onDone: (done: ObserverImportResult) => void) {
  const navigate = useNavigate()
  const touch = useTouch()

  const importNow = async (
    file: File,
    sent: CallInput<typeof observers.import>,
    of: ImportReport,
  ) => {
    const added = await call(observers.import, sent, undefined, file)
    tellDone(added)
    void touch(...touched)
    onDone({ added, changed: of.changed, unchanged: of.unchanged, skipped: of.wrong.length })
  }
  const leave = async (file: File, sent: CallInput<typeof observers.startImport>) => {
    const { id } = await call(observers.startImport, sent, undefined, file)
    await navigate({ to: '/observatori/import', search: { task: String(id) } })
  }
  return async (
    file: File,
    body: CallInput<typeof observers.import>['body'],
    report: ImportReport | undefined,
  ): Promise<void> => {
    try {
      await (report ? importNow(file, { body }, report) : leave(file, { body }))
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      tellFailure(failure)
    }
  }
}

export const tellDone = (added: number) =>
  toast.success({ title: t(say.success), text: t(say.importDone, { count: added }) })

export const tellFailure = (problem: Problem) =>
  toast.error({ title: t(say.error), text: `${t(say.importFailed)}. ${explain(problem)}` })
