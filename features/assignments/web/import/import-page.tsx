import { Link, useSearch } from '@tanstack/react-router'
import { useMay } from '#features/session/web/may.tsx'
import { ImportSteps } from '#features/tasks/web/import-steps.tsx'
import { ImportTask } from '#features/tasks/web/import-task.tsx'
import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { saveTemplate } from '#kit/web/read/files.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { planWords } from '../../columns.ts'
import { assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import { DeploymentSections } from '../deployment-sections.tsx'
import { touched } from '../use-plan-acts.ts'
import { didOf, planFields, tellDone } from './plan-fields.ts'
import { RecentPlanImports } from './recent-imports.tsx'
import { useImport } from './use-import.ts'

/** A file of the plan; what it would do is shown before it is done. A large one runs as a task. */
export function ImportPage() {
  const mayImport = useMay('recruit')
  const { task } = useSearch({ from: '/signed-in/deployment/plan/import' })
  return (
    <>
      <DeploymentSections />
      <Page title={t(say.importTitle)} back={<Link to="/deployment/plan">{t(say.back)}</Link>}>
        {mayImport === false && <p>{t(say.importRefused)}</p>}
        {mayImport && (task ? <PlanImportTask key={task} id={task} /> : <ImportForm />)}
        {mayImport && <RecentPlanImports />}
      </Page>
    </>
  )
}

function ImportForm() {
  const run = useImport()
  return (
    <ImportSteps
      of={['plan']}
      fileAbout={t(say.importAbout)}
      fields={planFields()}
      onTemplate={() => saveTemplate(headings(), t(say.plan))}
      check={(file, options, signal) =>
        call(assignments.import, { body: { ...options, dryRun: true } }, signal, file)
      }
      run={run}
    />
  )
}

function PlanImportTask({ id }: { id: string }) {
  return (
    <ImportTask
      id={id}
      touches={touched}
      tellDone={tellDone}
      did={didOf}
      failed={t(say.importFailed)}
      back={{ to: '/deployment/plan', text: t(say.back) }}
      another="/deployment/plan/import"
    />
  )
}

/** Of an export, which the import accepts in every language. */
const headings = () => Object.values(planWords).map(({ title }) => t(title))
