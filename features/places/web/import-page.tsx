import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../copy.ts'
import { ImportForm } from './import-form.tsx'
import { PlaceImportTask } from './import-task.tsx'
import { RecentPlaceImports } from './recent-imports.tsx'
import { useMayChange } from './use-counties.ts'

/** Imports counties or stations from a file; a large one runs as a task. */
export function ImportPage() {
  const { what = 'counties', task } = useSearch({ from: '/signed-in/polling-stations/import' })
  const navigate = useNavigate()
  const mayChange = useMayChange()
  return (
    <Page title={t(say.importTitle)} back={<Link to="/polling-stations">{t(say.back)}</Link>}>
      {mayChange === false && <p>{t(say.readOnly)}</p>}
      {mayChange && task && <PlaceImportTask key={task} id={task} />}
      {mayChange && !task && (
        <ImportForm
          kind={what}
          onKind={(kind) =>
            void navigate({ to: '.', search: kind === 'counties' ? {} : { what: kind } })
          }
        />
      )}
      {mayChange && <RecentPlaceImports />}
    </Page>
  )
}
