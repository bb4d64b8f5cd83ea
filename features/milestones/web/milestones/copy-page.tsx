import { Link } from '@tanstack/react-router'
import { useMay } from '#features/session/web/may.tsx'
import { CopySteps } from '#features/tasks/web/import/copy-steps.tsx'
import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { copiedColumns } from '../../columns.ts'
import { milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useCopying } from './use-copying.ts'

/** Copies the milestones of another election, after a dry run. */
export function CopyMilestonesPage() {
  const mayCopy = useMay('set-up')
  const copy = useCopying()
  return (
    <Page title={t(say.copyTitle)} back={<Link to="/deployment/milestones">{t(say.back)}</Link>}>
      {mayCopy === false && <p>{t(say.copyRefused)}</p>}
      {mayCopy && (
        <CopySteps
          about={t(say.copyAbout)}
          empty={t(say.copyEmpty)}
          fields={copiedFields()}
          check={(request, signal) =>
            call(milestones.copy, { body: { ...request, dryRun: true } }, signal)
          }
          run={copy}
        />
      )}
    </Page>
  )
}

const copiedFields = () =>
  Object.entries(copiedColumns).map(([id, title]) => ({ id, text: t(title), isRequired: false }))
