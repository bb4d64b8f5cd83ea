import { Link, useNavigate } from '@tanstack/react-router'
import { useMay } from '#features/session/web/may.tsx'
import { ImportSteps, type Options } from '#features/tasks/web/import-steps.tsx'
import { csvLine } from '#kit/contract/import/csv-line.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { saveFile } from '#kit/web/read/files.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import type { ImportField } from '#kit/web/ui/import/import-columns.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { neededOfPlan, planWords } from '../../columns.ts'
import { assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import { DeploymentSections } from '../deployment-sections.tsx'
import { touched } from '../use-plan-acts.ts'

const needed: readonly string[] = neededOfPlan

const fields = (): readonly ImportField[] =>
  Object.entries(planWords).map(([id, { title }]) => ({
    id,
    text: t(title),
    isNeeded: needed.includes(id),
  }))

/** A file of the plan; what it would do is shown before it is done. */
export function ImportPage() {
  const mayImport = useMay('recruit')
  const run = useImport()
  return (
    <>
      <DeploymentSections />
      <Page title={t(say.importTitle)} back={<Link to="/deployment/plan">{t(say.back)}</Link>}>
        {mayImport === false && <p>{t(say.importRefused)}</p>}
        {mayImport && (
          <ImportSteps
            of={['plan']}
            fileAbout={t(say.importAbout)}
            fields={fields()}
            onTemplate={saveTemplate}
            check={(file, options, signal) =>
              call(assignments.import, { body: { ...options, dryRun: true } }, signal, file)
            }
            run={run}
          />
        )}
      </Page>
    </>
  )
}

/** Imports, and shows the result. */
function useImport() {
  const navigate = useNavigate()
  const touch = useTouch()
  return async (file: File, body: Options): Promise<void> => {
    try {
      const report = await call(assignments.import, { body }, undefined, file)
      void touch(...touched)
      toast.success({ title: t(say.success), text: outcomeOf(report) })
      await navigate({ to: '/deployment/plan' })
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      toast.error({ title: t(say.error), text: `${t(say.importFailed)}. ${explain(failure)}` })
    }
  }
}

const outcomeOf = ({ added, changed, wrong }: ImportReport) =>
  [
    t(say.importDone, { count: added }),
    ...(changed > 0 ? [t(say.importChanged, { count: changed })] : []),
    ...(wrong.length > 0 ? [t(say.importSkipped, { count: wrong.length })] : []),
  ].join(', ')

/** A file with the headings of an export only, which the import accepts in every language. */
function saveTemplate(): void {
  const text = csvLine(
    Object.values(planWords).map(({ title }) => t(title)),
    ',',
  )
  // Marked as UTF-8, or Excel would assume the machine's own code page.
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv' }), `${t(say.plan)}.csv`)
}
