import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import type { Problem } from '#kit/contract/problem.ts'
import { readProblem } from '#kit/contract/wire.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { useTouch } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Task } from '../../contract.ts'
import { Failure, RefusedRows, TaskHeading, UnderWay } from '../task-list.tsx'
import { isOver, useEnding, useTask } from '../use-task.ts'
import { say } from './copy.ts'
import type { Done, ImportKind } from './kind.ts'

type Props = {
  readonly kind: Pick<ImportKind, 'added' | 'list' | 'touches'>
  readonly onAnother: () => void
}

/** A background import, while it runs and afterwards. */
export function ImportTask({ id, kind, onAnother }: Props & { id: string }) {
  const task = useTask(id)
  const touch = useTouch()
  useEnding(task.data, (ended) => {
    void touch(...kind.touches)
    if (ended.state === 'done') toastDone(doneBy(ended), kind.added)
    if (ended.state === 'failed')
      void tryWithToast(() => Promise.reject(readProblem(ended.why)), whyFailed)
  })
  return (
    <Loaded query={task}>
      {(known) =>
        isOver(known) ? (
          <Ended
            kind={kind}
            done={known.state === 'done' ? doneBy(known) : undefined}
            onAnother={onAnother}
          >
            {known.state === 'cancelled' && <p>{t(say.cancelled)}</p>}
            <Alert>
              {known.state === 'failed' && <Failure why={known.why} lead={t(say.importFailed)} />}
            </Alert>
            <RefusedRows task={known} />
          </Ended>
        ) : (
          <Card className="max-w-xl">
            <TaskHeading task={known} />
            <UnderWay task={known} />
            <p className="text-small text-muted">{t(say.goOn)}</p>
          </Card>
        )
      }
    </Loaded>
  )
}

/** The result of an import, with links. */
export function Ended({
  kind,
  done,
  onAnother,
  children,
}: Props & { done: Done | undefined; children?: ReactNode }) {
  const [first, ...more] = done ? sentencesOf(done, kind.added) : []
  return (
    <Card className="max-w-xl">
      {first && (
        <p className="flex items-center gap-2 text-large font-strong">
          <Icon name="check" className="text-done" />
          {first}
        </p>
      )}
      <ul className="text-muted empty:hidden">
        {more.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {children}
      <div className="flex flex-wrap gap-2">
        <Link to={kind.list} className={buttonClass('primary')}>
          {t(say.seeList)}
        </Link>
        <Button onPress={onAnother}>{t(say.importAnother)}</Button>
      </div>
    </Card>
  )
}

const doneBy = ({ counts, refused }: Task): Done => {
  const { added = 0, changed = 0, unchanged = 0 } = counts ?? {}
  return { added, changed, unchanged, wrong: { length: refused } }
}

/** A sentence for each count above zero, and one if nothing was added or changed. */
function sentencesOf({ added, changed, unchanged, wrong }: Done, own: Copy = say.didAdd) {
  const all = [
    { text: own, count: added },
    { text: say.didChange, count: changed },
    { text: say.didLeave, count: unchanged },
    { text: say.didSkip, count: wrong.length },
  ]
  const done = all.filter(({ count }, index) => count > 0 || (index === 0 && changed === 0))
  return done.map(({ text, count }) => t(text, { count }))
}

/** Shows a toast with the result of an import or a copy. */
export const toastDone = (done: Done, own?: Copy): void =>
  toast.success({ text: sentencesOf(done, own).join(', ') })

export const whyFailed = (refusal: Problem): string => `${t(say.importFailed)}. ${explain(refusal)}`
