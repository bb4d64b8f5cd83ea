import { useNavigate } from '@tanstack/react-router'
import { ImportTask, outcomeOf } from '#features/tasks/web/import-task.tsx'
import { t } from '#kit/web/language.ts'
import { useTouch } from '#kit/web/read/api.ts'
import { say } from '../copy.ts'
import { touched } from './use-counties.ts'
import { didOf, tellDone } from './use-import.ts'

/** An import of counties or stations that runs as a task, during it and after. */
export function PlaceImportTask({ id }: { id: string }) {
  const navigate = useNavigate()
  const touch = useTouch()
  return (
    <ImportTask
      id={id}
      onEnd={(ended) => {
        void touch(...touched)
        if (ended.state === 'done') tellDone(outcomeOf(ended))
      }}
      did={didOf}
      failed={t(say.importFailed)}
      back={{ to: '/polling-stations', text: t(say.back) }}
      onAnother={() => void navigate({ to: '/polling-stations/import' })}
    />
  )
}
