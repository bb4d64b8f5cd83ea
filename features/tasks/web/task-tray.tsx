import { Suspense } from 'react'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { Loading } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Sheet } from '#kit/web/ui/overlay/sheet.tsx'
import { say } from '../copy.ts'
import { isOver } from './use-task.ts'
import { useEndings, useTasks } from './use-tasks.ts'

const TaskList = deferred(async () => (await import('./task-list.tsx')).TaskList)

/** The number of running imports and exports, on a button that opens the list. */
export function TaskTray() {
  useEndings()
  const { data } = useTasks()
  const count = data?.data.filter((task) => !isOver(task)).length ?? 0
  const button = (
    <>
      <Icon name="download" />
      {count > 0 && (
        <span className="min-w-5 rounded-md bg-ours-fill px-1 text-small text-on-ours">
          {count}
        </span>
      )}
    </>
  )
  return (
    <Sheet
      label={count > 0 ? t(say.trayRunning, { count }) : t(say.tray)}
      button={button}
      side="end"
    >
      {(_close, isOpen) =>
        isOpen && (
          <div className="w-[min(26rem,calc(100vw-2rem))]">
            <Suspense fallback={<Loading />}>
              <TaskList />
            </Suspense>
          </div>
        )
      }
    </Sheet>
  )
}
