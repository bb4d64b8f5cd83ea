import { readProblem } from '#kit/contract/wire.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { download } from '#kit/web/read/files.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Task, tasks } from '../contract.ts'
import { say } from '../copy.ts'
import { nameOf } from './task-words.ts'

/** Shows toasts for ended exports. Imports are reported by their own page, which has the context. */
export function toastEndings(ended: readonly Task[]): void {
  for (const task of ended) if (task.kind.startsWith('export.')) toastEnding(task)
}

function toastEnding(task: Task): void {
  const { id, state, why, result } = task
  const name = nameOf(task)
  if (state === 'done' && result)
    toast.success({
      title: t(say.ready, { name }),
      actions: [
        { label: t(say.download), onPress: () => void download(tasks.result, { params: { id } }) },
      ],
    })
  if (state === 'failed')
    toast.error({ title: t(say.notDone, { name }), text: explain(readProblem(why)) })
}
