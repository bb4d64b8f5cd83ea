import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Task } from '#features/tasks/contract.ts'
import { say as sayOfTasks } from '#features/tasks/copy.ts'
import { Failure, ImportProgress, RefusedRows } from '#features/tasks/web/import-progress.tsx'
import { isOver, useEnding, useTask } from '#features/tasks/web/use-task.ts'
import { readProblem } from '#kit/contract/wire.ts'
import { t } from '#kit/web/language.ts'
import { useTouch } from '#kit/web/read/api.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'
import { touched } from '../list/use-deleting.tsx'
import { sheetClass } from '../profile/observer-form.tsx'
import { type ObserverImportResult, tellDone, tellFailure } from './use-import.ts'

/** An import that runs as a task, during it and after. */
export function ImportTask({ id }: { id: string }) {
  const task = useTask(id)
  const navigate = useNavigate()
  const touch = useTouch()
  useEnding(task.data, ({ state, counts, why }) => {
    void touch(...touched)
    if (state === 'done') tellDone(counts?.['added'] ?? 0)
    if (state === 'failed') tellFailure(readProblem(why))
  })
  const again = () => void navigate({ to: '/observatori/import' })
  return (
    <Loaded query={task}>
      {(known) =>
        isOver(known) ? <Ended task={known} onAnother={again} /> : <ImportProgress task={known} />
      }
    </Loaded>
  )
}

function Ended({ task, onAnother }: { task: Task; onAnother: () => void }) {
  const { state, counts, refused, why } = task
  if (state === 'done') {
    const { added = 0, changed = 0, unchanged = 0 } = counts ?? {}
    return (
      <ImportDone done={{ added, changed, unchanged, skipped: refused }} onAnother={onAnother}>
        <RefusedRows task={task} />
      </ImportDone>
    )
  }
  return (
    <div className={sheetClass}>
      {state === 'cancelled' ? (
        <p>{t(sayOfTasks.cancelled)}</p>
      ) : (
        <Alert>
          <Failure why={why} lead={t(say.importFailed)} />
        </Alert>
      )}
      <RefusedRows task={task} />
      <Button look="primary" onPress={onAnother} className="justify-self-start">
        {t(sayOfTasks.importAnother)}
      </Button>
    </div>
  )
}

/** The result of an import. */
export function ImportDone({
  done,
  onAnother,
  children,
}: {
  done: ObserverImportResult
  onAnother: () => void
  children?: ReactNode
}) {
  const { added, changed, unchanged, skipped } = done
  const more = [
    { text: say.importChanged, count: changed },
    { text: say.importUnchanged, count: unchanged },
    { text: say.importSkipped, count: skipped },
  ].filter(({ count }) => count > 0)
  return (
    <div className={sheetClass}>
      <p className="flex items-center gap-2 text-large font-strong">
        <Icon name="check" className="text-done" />
        {t(say.importDone, { count: added })}
      </p>
      <ul className="text-muted empty:hidden">
        {more.map(({ text, count }) => (
          <li key={text.en.one}>{t(text, { count })}</li>
        ))}
      </ul>
      {children}
      <div className="flex flex-wrap gap-2">
        <Link to="/observatori" className={buttonClass('primary')}>
          {t(say.seeObservers)}
        </Link>
        <Button onPress={onAnother}>{t(sayOfTasks.importAnother)}</Button>
      </div>
    </div>
  )
}
