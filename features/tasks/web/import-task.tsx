import { Link, type LinkProps } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import type { Task } from '../contract.ts'
import { say } from '../copy.ts'
import { Failure, ImportProgress, RefusedRows } from './import-progress.tsx'
import { isOver, useEnding, useTask } from './use-task.ts'

/** What an import did to the rows of its file. */
export type ImportOutcome = {
  readonly added: number
  readonly changed: number
  readonly skipped: number
}

type Props = {
  readonly id: string
  /** Called once it has ended while it was watched. */
  readonly onEnd: (task: Task) => void
  /** What it did, a sentence each. */
  readonly did: (outcome: ImportOutcome) => readonly string[]
  /** The beginning of why it failed. */
  readonly failed: string
  /** Where what was imported is shown. */
  readonly back: { readonly to: NonNullable<LinkProps['to']>; readonly text: string }
  readonly onAnother: () => void
}

/** An import that runs as a task, during it and after. */
export function ImportTask({ id, onEnd, ...words }: Props) {
  const task = useTask(id)
  useEnding(task.data, onEnd)
  return (
    <Loaded query={task}>
      {(known) =>
        isOver(known) ? <Ended task={known} {...words} /> : <ImportProgress task={known} />
      }
    </Loaded>
  )
}

export const outcomeOf = ({ counts, refused }: Task): ImportOutcome => {
  const { added = 0, changed = 0 } = counts ?? {}
  return { added, changed, skipped: refused }
}

function Ended({
  task,
  did,
  failed,
  back,
  onAnother,
}: Omit<Props, 'id' | 'onEnd'> & { task: Task }) {
  const [first, ...more] = did(outcomeOf(task))
  return (
    <Card className="max-w-xl">
      {task.state === 'done' && (
        <ul>
          <li className="text-large font-strong">{first}</li>
          {more.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {task.state === 'cancelled' && <p>{t(say.cancelled)}</p>}
      <Alert>{task.state === 'failed' && <Failure why={task.why} lead={failed} />}</Alert>
      <RefusedRows task={task} />
      <div className="flex flex-wrap gap-2">
        <Link to={back.to} className={buttonClass('primary')}>
          {back.text}
        </Link>
        <Button onPress={onAnother}>{t(say.importAnother)}</Button>
      </div>
    </Card>
  )
}
