import { readProblem } from '#kit/contract/wire.ts'
import { language, t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { useDownload } from '#kit/web/read/files.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Downloading } from '#kit/web/ui/feedback/downloading.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { type Task, tasks } from '../../contract.ts'
import { mostRows } from '../../domain.ts'
import { signsOf } from '../task-words.ts'
import { say } from './copy.ts'

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

/** The refused rows of an import, as a file to correct; for as long as they are kept. */
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
