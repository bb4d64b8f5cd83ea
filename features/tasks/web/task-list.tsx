import { useState } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { readProblem } from '#kit/contract/wire.ts'
import { language, t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { sizeOf, useDownload } from '#kit/web/read/files.ts'
import { Ago } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Downloading } from '#kit/web/ui/feedback/downloading.tsx'
import { Progress } from '#kit/web/ui/feedback/progress.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Switch } from '#kit/web/ui/field/switch.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { type Task, tasks } from '../contract.ts'
import { say } from '../copy.ts'
import { mostRows } from '../domain.ts'
import { changesOf, nameOf, signsOf } from './task-words.ts'
import { isOver } from './use-task.ts'
import { useTasks } from './use-tasks.ts'

/** Tasks, newest first, with progress or result. */
export function TaskList() {
  const [isEverybody, setEverybody] = useState(false)
  const mayLook = useMay('set-up')
  const list = useTasks(isEverybody)
  return (
    <section aria-label={t(say.tray)}>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-2">
        <h2 className="font-strong">{t(say.tray)}</h2>
        {mayLook && (
          <Switch isSelected={isEverybody} onChange={setEverybody} className="text-small">
            {t(say.everybody)}
          </Switch>
        )}
      </div>
      <Loaded query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="download" title={t(say.nothing)}>
              {t(say.nothingWhy)}
            </EmptyState>
          ) : (
            <ul aria-label={t(say.tray)}>
              {data.map((task) => (
                <li key={task.id} className="grid gap-2 border-b border-line p-3 last:border-b-0">
                  <TaskHeading task={task} />
                  {isOver(task) ? <Outcome task={task} /> : <UnderWay task={task} />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

const states = {
  queued: { word: say.queued, tone: 'plain', icon: 'clock' },
  running: { word: say.isRunning, tone: 'ours', icon: 'clock' },
  done: { word: say.done, tone: 'done', icon: 'check' },
  failed: { word: say.failed, tone: 'alarm', icon: 'warning' },
  cancelled: { word: say.isCancelled, tone: 'plain', icon: 'cross' },
} as const

/** A task's name, its file, who started it, and its state. */
export function TaskHeading({ task }: { task: Task }) {
  const { word, tone, icon } = states[task.state]
  const { fileName, startedBy, createdAt } = task
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="font-strong">{nameOf(task)}</p>
        <p className="text-small text-muted wrap-anywhere">
          {fileName && `${fileName} · `}
          {startedBy} · <Ago at={createdAt} />
        </p>
      </div>
      <Badge tone={tone} icon={icon}>
        {t(word)}
      </Badge>
    </div>
  )
}

/** The progress of a task, with a cancel button. */
export function UnderWay({ task }: { task: Task }) {
  const { id, done, total } = task
  const cancel = useWrite(tasks.cancel, { touches: [tasks.list, tasks.get] })
  const name = nameOf(task)
  return (
    <>
      <Progress
        label={t(say.isRunning)}
        done={done}
        total={total ?? 0}
        text={total === null ? '' : t(say.progress, { done, total })}
      />
      <Alert>{cancel.error && explain(cancel.error)}</Alert>
      <Button
        size="small"
        aria-label={t(say.stopOf, { name })}
        isPending={cancel.isPending}
        onPress={() => cancel.mutate({ params: { id } })}
        className="justify-self-start"
      >
        {t(say.stop)}
      </Button>
    </>
  )
}

function Outcome({ task }: { task: Task }) {
  const { state, why, counts, result, kind } = task
  return (
    <>
      {why && (
        <div className="text-small text-alarm">
          <Failure why={why} />
        </div>
      )}
      {counts && <p className="text-small">{changesOf(task)}</p>}
      {result && <Result task={task} result={result} />}
      {state === 'done' && !result && kind.startsWith('export.') && (
        <p className="text-small text-muted">{t(say.expired)}</p>
      )}
      <RefusedRows task={task} />
    </>
  )
}

/** The file of an export. */
function Result({ task, result }: { task: Task; result: NonNullable<Task['result']> }) {
  const { received, start, stop } = useDownload()
  const { fileName, sizeBytes } = result
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="small"
        aria-label={t(say.downloadOf, { file: fileName })}
        onPress={() => void start(tasks.result, { params: { id: task.id } })}
      >
        <Icon name="download" />
        {t(say.download)}
      </Button>
      {received === undefined ? (
        <span className="text-small text-muted wrap-anywhere">
          {fileName}, {sizeOf(sizeBytes)}
        </span>
      ) : (
        <Downloading received={received} onStop={stop} />
      )}
    </div>
  )
}

/** Why an import or export failed; for a file, the first wrong lines. */
export function Failure({ why, lead }: { why: Task['why']; lead?: string }) {
  const problem = readProblem(why)
  const signs = signsOf(problem)
  return (
    <>
      <p>{[...(lead ? [`${lead}.`] : []), explain(problem)].join(' ')}</p>
      {signs.length > 0 && (
        <ul className="mt-1 wrap-anywhere">
          {signs.map((sign) => (
            <li key={sign}>{sign}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The refused rows of an import as a file to correct, while they are kept. */
export function RefusedRows({ task }: { task: Task }) {
  const { received, start, stop } = useDownload()
  if (task.refused === 0) return null
  if (task.refusedUntil === null)
    return <p className="text-small text-muted">{t(say.refusedGone)}</p>
  const take = () => void start(tasks.errors, { params: { id: task.id }, query: { language } })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onPress={take}>
        <Icon name="download" />
        {t(say.refusedRows)}
      </Button>
      {task.refused > mostRows && (
        <span className="text-small text-muted">{t(say.refusedFirst, { count: mostRows })}</span>
      )}
      <Downloading received={received} onStop={stop} />
    </div>
  )
}
