import { Link } from '@tanstack/react-router'
import { useMay } from '#features/session/web/may.tsx'
import { CopySteps } from '#features/tasks/web/copy-steps.tsx'
import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import { DeploymentSections } from '../deployment-sections.tsx'
import { planFields } from './plan-fields.ts'
import { RecentPlanImports } from './recent-imports.tsx'
import { useResult } from './use-import.ts'

/** The plan of another election is copied; what that would do is shown before it is done. */
export function CopyPage() {
  const mayCopy = useMay('set-up')
  const show = useResult()
  return (
    <>
      <DeploymentSections />
      <Page title={t(say.copyTitle)} back={<Link to="/deployment/plan">{t(say.back)}</Link>}>
        {mayCopy === false && <p>{t(say.copyRefused)}</p>}
        {mayCopy && (
          <CopySteps
            of="plan"
            about={t(say.copyAbout)}
            empty={t(say.copyEmpty)}
            fields={planFields()}
            check={(asked, signal) =>
              call(assignments.copy, { body: { ...asked, dryRun: true } }, signal)
            }
            run={(body) => show(() => call(assignments.copy, { body }))}
          />
        )}
        {mayCopy && <RecentPlanImports />}
      </Page>
    </>
  )
}
