import { useNavigate } from '@tanstack/react-router'
import type { Task } from '#features/tasks/contract.ts'
import { Failure, ImportProgress, RefusedRows } from '#features/tasks/web/import-progress.tsx'
import { isOver, useEnding, useTask } from '#features/tasks/web/use-task.ts'
import { t } from '#kit/web/language.ts'
import { useTouch } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { say } from '../copy.ts'
import { touched } from './use-counties.ts'
import { tellDone } from './use-import.ts'

/** An import that runs as a task, during it and after. */
export function ImportTask({ id }: { id: string }) {
  const task = useTask(id)
  const touch = useTouch()
  useEnding(task.data, (ended) => {
    void touch(...touched)
    if (ended.state === 'done') tellDone(doneOf(ended))
  })
  return (
    <Loaded query={task}>
      {(known) => (isOver(known) ? <Ended task={known} /> : <ImportProgress task={known} />)}
    </Loaded>
  )
}

const doneOf = ({ counts, refused }: Task) => {
  const { added = 0, changed = 0 } = counts ?? {}
  return { added, changed, skipped: refused }
}

function Ended({ task }: { task: Task }) {
  const navigate = useNavigate()
  const { added, changed, skipped } = doneOf(task)
  return (
    <Card className="max-w-xl">
      {task.state === 'done' && (
        <ul>
          <li className="text-large font-strong">{t(say.importDone, { count: added })}</li>
          {changed > 0 && <li>{t(say.importChanged, { count: changed })}</li>}
          {skipped > 0 && <li>{t(say.importSkipped, { count: skipped })}</li>}
        </ul>
      )}
      {task.state === 'cancelled' && <p>{t(say.importCancelled)}</p>}
      <Alert>
        {task.state === 'failed' && <Failure why={task.why} lead={t(say.importFailed)} />}
      </Alert>
      <RefusedRows task={task} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onPress={() => void navigate({ to: '/polling-stations' })}>
          {t(say.back)}
        </Button>
        <Button onPress={() => void navigate({ to: '/polling-stations/import' })}>
          {t(say.importAnother)}
        </Button>
      </div>
    </Card>
  )
}
