import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../../copy.ts'
import { ImportForm } from './import-form.tsx'
import { ImportDone, ImportTask } from './import-outcome.tsx'
import { RecentObserverImports } from './recent-imports.tsx'
import type { ObserverImportResult } from './use-import.ts'

/** Imports observers from a file; a large one runs as a task, with its own URL. */
export function ImportPage() {
  const { task } = useSearch({ from: '/signed-in/observatori/import' })
  const [done, setDone] = useState<ObserverImportResult>()
  return (
    <Page title={t(say.importTitle)} back={<Link to="/observatori">{t(say.back)}</Link>}>
      {task ? (
        <ImportTask key={task} id={task} />
      ) : done ? (
        <ImportDone done={done} onAnother={() => setDone(undefined)} />
      ) : (
        <ImportForm onDone={setDone} />
      )}
      <RecentObserverImports />
    </Page>
  )
}
