import type { ImportReport } from '#kit/contract/import/import.ts'
import { t } from '#kit/web/language.ts'
import { Card } from '../card.tsx'
import { say } from '../copy.ts'

/** How many are shown; the others are only counted. */
const shown = 10

/** Phones that a spreadsheet turned into numbers: the file's value, and the imported one. */
export function ImportCompleted({ completed }: Pick<ImportReport, 'completed'>) {
  if (completed.length === 0) return null
  const more = completed.length - shown
  return (
    <Card title={t(say.completed, { count: completed.length })} about={t(say.completedWhy)}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(16rem,1fr))] gap-x-6 gap-y-1">
        {completed.slice(0, shown).map(({ line, from, to }) => (
          <li key={line} className="tabular-nums">
            <span className="text-muted">{t(say.completedLine, { line })}</span> {from} → {to}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-muted">{t(say.completedMore, { count: more })}</p>}
    </Card>
  )
}
