import { Link, linkOptions, useNavigate } from '@tanstack/react-router'
import { say as sayOfImports } from '#features/tasks/web/import/copy.ts'
import { CopySteps } from '#features/tasks/web/import/copy-steps.tsx'
import { toastDone } from '#features/tasks/web/import/import-outcome.tsx'
import { ImportPage } from '#features/tasks/web/import/import-page.tsx'
import { fieldsOf, type ImportKind } from '#features/tasks/web/import/kind.ts'
import { RecentImports } from '#features/tasks/web/import/recent-imports.tsx'
import { keysOf } from '#kit/contract/field.ts'
import { t } from '#kit/web/language.ts'
import { call, read, useTouch } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { neededOfPlan, planWords } from '../columns.ts'
import { assignments } from '../contract.ts'
import { say } from '../copy.ts'
import type { PlanImport } from '../import-contract.ts'
import { touched } from './use-plan-acts.ts'

const fields = fieldsOf(keysOf(planWords), planWords, neededOfPlan)

const kind: ImportKind<PlanImport> = {
  title: t(say.importTitle),
  list: '/deployment/plan',
  back: t(say.back),
  touches: touched,
  target: '',
  fileAbout: t(say.importAbout),
  fields,
  template: { name: t(say.plan), fields },
  check: (file, options, signal) =>
    call(assignments.import, { body: { ...options, dryRun: true } }, signal, file),
  now: (file, options) => call(assignments.import, { body: options }, undefined, file),
  later: (file, options) => call(assignments.startImport, { body: options }, undefined, file),
  imports: read(assignments.listImports, {}),
  undo: (sent) => call(assignments.undoImport, sent),
  undoAbout: t(say.undoAbout),
  counted: () => say.assigned,
  kept: ({ kept }) =>
    kept.map(({ observerName, municipality, pollingStationNumber, pollingStationId, why }) => ({
      name: `${observerName} · ${municipality} ${pollingStationNumber}`,
      ...(pollingStationId !== null && {
        link: linkOptions({ to: '/stations/$id', params: { id: String(pollingStationId) } }),
      }),
      why: { edited: sayOfImports.keptEdited }[why],
    })),
}

/** Imports the plan from a file. */
export const PlanImportPage = () => (
  <>
    <ImportPage kind={kind} />
  </>
)

/** Copies the plan of another election, after a dry run. */
export function PlanCopyPage() {
  const touch = useTouch()
  const navigate = useNavigate()
  return (
    <Page title={t(say.copyTitle)} back={<Link to="/deployment/plan">{t(say.back)}</Link>}>
      <CopySteps
        about={t(say.copyAbout)}
        empty={t(say.copyEmpty)}
        fields={fields}
        check={(request, signal) =>
          call(assignments.copy, { body: { ...request, dryRun: true } }, signal)
        }
        run={(body) =>
          tryWithToast(async () => {
            toastDone(await call(assignments.copy, { body }))
            void touch(...touched)
            await navigate({ to: '/deployment/plan' })
          })
        }
      />
      <RecentImports kind={kind} />
    </Page>
  )
}
