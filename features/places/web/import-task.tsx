import { ImportTask } from '#features/tasks/web/import-task.tsx'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { touched } from './use-counties.ts'
import { didOf, tellDone } from './use-import.ts'

/** An import of counties or stations that runs as a task, during it and after. */
export function PlaceImportTask({ id }: { id: string }) {
  return (
    <ImportTask
      id={id}
      touches={touched}
      tellDone={tellDone}
      did={didOf}
      failed={t(say.importFailed)}
      back={{ to: '/polling-stations', text: t(say.back) }}
      another="/polling-stations/import"
    />
  )
}
