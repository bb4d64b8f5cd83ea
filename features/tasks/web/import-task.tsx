import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { t } from '#kit/web/language.ts'
import { useTouch } from '#kit/web/read/api.ts'
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
  /** What is read anew once it has ended. */
  readonly touches: readonly Endpoint[]
  /** Called once it has ended well while it was watched. */
  readonly tellDone: (outcome: ImportOutcome) => void
  /** What it did, a sentence each. */
  readonly did: (outcome: ImportOutcome) => readonly string[]
  /** The beginning of why it failed. */
  readonly failed: string
  /** Where what was imported is shown. */
  readonly back: { readonly to: NonNullable<LinkProps['to']>; readonly text: string }
  /** Where another file is imported. */
  readonly another: NonNullable<LinkProps['to']>
}

/** An import that runs as a task, during it and after. */
export function ImportTask({ id, touches, tellDone, ...words }: Props) {
  const task = useTask(id)
  const touch = useTouch()
  useEnding(task.data, (ended) => {
    void touch(...touches)
    if (ended.state === 'done') tellDone(outcomeOf(ended))
  })
  return (
    <Loaded query={task}>
      {(known) =>
        isOver(known) ? <Ended task={known} {...words} /> : <ImportProgress task={known} />
      }
    </Loaded>
  )
}

const outcomeOf = ({ counts, refused }: Task): ImportOutcome => {
  const { added = 0, changed = 0 } = counts ?? {}
  return { added, changed, skipped: refused }
}

function Ended({
  task,
  did,
  failed,
  back,
  another,
}: Omit<Props, 'id' | 'touches' | 'tellDone'> & { task: Task }) {
  const navigate = useNavigate()
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
        <Button onPress={() => void navigate({ to: another })}>{t(say.importAnother)}</Button>
      </div>
    </Card>
  )
}
