import type { ImportReport } from '#kit/contract/import/import.ts'
import { locale, t } from '#kit/web/language.ts'
import { Card } from '../card.tsx'
import { say } from '../copy.ts'

/** How many lines are named; the others are only counted. */
const shown = 10

/** What is likely wrong and is imported all the same, each with its rows. */
export function ImportWarnings({ warnings }: Pick<ImportReport, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <Card title={t(say.likelyWrong)} about={t(say.likelyWrongWhy)}>
      <ul className="grid gap-2">
        {warnings.map(({ reason, rows, lines }) => (
          <li key={reason}>
            {reason}{' '}
            <span className="text-muted tabular-nums">
              {t(say.inRows, { count: rows, lines: named(rows, lines) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function named(rows: number, lines: readonly number[]): string {
  const first = lines.slice(0, shown).map((line) => line.toLocaleString(locale))
  const text = first.join(', ')
  return rows > first.length ? `${text}…` : text
}
