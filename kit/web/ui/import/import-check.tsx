import type { ReactNode } from 'react'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { isReasonHeading } from '#kit/contract/import/refused.ts'
import { locale, t } from '#kit/web/language.ts'
import { Card } from '../card.tsx'
import { say } from '../copy.ts'
import { Checkbox } from '../field/checkbox.tsx'
import { Alert } from '../field/field.tsx'
import { Select } from '../field/select.tsx'
import { Icon } from '../icon.tsx'
import type { ImportField } from './import-columns.ts'
import { ImportCompleted } from './import-completed.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportWarnings } from './import-warnings.tsx'

/** By heading, the field it was assigned to; empty: the column is ignored. */
export type Mapping = Readonly<Record<string, string>>

type Props = {
  readonly report: ImportReport
  readonly fields: readonly ImportField[]
  readonly mapping: Mapping
  readonly onMap: (mapping: Mapping) => void
  /** It is being checked again, with other columns. */
  readonly isChecking: boolean
}

/** What an import would do, before it does it; and which column of the file is assigned to which field. */
export function ImportCheck({ report, fields, mapping, onMap, isChecking }: Props) {
  const faults = columnFaults(report, fields)
  return (
    <div className={`grid grid-cols-1 gap-4 ${isChecking ? 'opacity-60' : ''}`}>
      {faults.length === 0 && <ImportCounts report={report} />}
      <Warnings report={report} />
      <ImportWarnings warnings={report.warnings} />
      <Columns report={report} fields={fields} mapping={mapping} onMap={onMap} faults={faults} />
      <ImportCompleted completed={report.completed} />
      {faults.length === 0 && <ImportRows report={report} fields={fields} />}
    </div>
  )
}

/** At the foot of an import: what to do with wrong rows, and the start button. */
export function ImportBar({
  report,
  isSkipping,
  onSkip,
  children,
}: {
  report: ImportReport | undefined
  isSkipping: boolean
  onSkip: (isSkipping: boolean) => void
  children: ReactNode
}) {
  // Where no column fits there are no rows yet that could be skipped.
  const hasWrong = report !== undefined && report.rows.length > 0 && report.wrong.length > 0
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 border-t border-line bg-page px-4 py-2 sm:-mx-6 sm:px-6">
      {hasWrong && (
        <Checkbox isSelected={isSkipping} onChange={onSkip}>
          {t(say.skipWrong)}
        </Checkbox>
      )}
      {children}
    </div>
  )
}

/** How many rows a file has. */
export const countRows = ({ added, changed, unchanged, wrong }: ImportReport): number =>
  added + changed + unchanged + wrong.length

/** Why no row of the file could be read at all. */
function columnFaults({ columns }: ImportReport, fields: readonly ImportField[]): string[] {
  if (columns.length === 0) return [t(say.emptyFile)]
  const holders = (id: string) => columns.filter(({ field }) => field === id).length
  const named = (some: readonly ImportField[]) => some.map(({ text }) => text).join(', ')
  const missing = fields.filter(({ id, isNeeded }) => isNeeded && holders(id) === 0)
  const doubled = fields.filter(({ id }) => holders(id) > 1)
  return [
    ...(missing.length > 0 ? [t(say.noColumn, { fields: named(missing) })] : []),
    ...(doubled.length > 0 ? [t(say.twoColumns, { fields: named(doubled) })] : []),
  ]
}

/** How many rows an import would add, change, leave and refuse. */
export function ImportCounts({ report }: { report: ImportReport }) {
  const { added, changed, unchanged, wrong } = report
  const counts = [
    { text: say.rowsAdded, count: added, look: 'text-ours' },
    { text: say.rowsChanged, count: changed, look: 'text-ours' },
    { text: say.rowsUnchanged, count: unchanged, look: 'text-muted' },
    { text: say.rowsWrong, count: wrong.length, look: 'text-alarm' },
  ]
  return (
    <Card title={t(say.wouldDo)}>
      <ul className="flex flex-wrap gap-x-8 gap-y-2">
        {counts.map(({ text, count, look }) => (
          <li key={look + text.en.other}>
            <span className={`text-title font-strong ${count === 0 ? 'text-muted' : look}`}>
              {count.toLocaleString(locale)}
            </span>{' '}
            {t(text, { count })}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What may be unexpected: renamed people, ignored columns, a guessed encoding. */
function Warnings({ report: { renamed, columns, headerLine, letters } }: Pick<Props, 'report'>) {
  const dropped = columns.flatMap(({ heading, field }, index) =>
    field === null && !isReasonHeading(heading)
      ? [heading || t(say.columnNumber, { number: index + 1 })]
      : [],
  )
  const warnings = [
    ...(headerLine === null ? [] : [t(say.headerBelow, { line: headerLine })]),
    ...(renamed > 0 ? [t(say.renames, { count: renamed })] : []),
    ...(dropped.length > 0 ? [t(say.unreadColumns, { columns: dropped.join(', ') })] : []),
    ...(letters.startsWith('Windows') ? [t(say.guessedLetters, { letters })] : []),
  ]
  if (warnings.length === 0) return null
  return (
    <ul className="grid gap-1 rounded-md border border-line bg-attention-soft px-4 py-3">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2">
          <Icon name="warning" className="mt-1 shrink-0 text-attention" />
          {warning}
        </li>
      ))}
    </ul>
  )
}

const unread = 'none'

function Columns({
  report,
  fields,
  mapping,
  onMap,
  faults,
}: Pick<Props, 'report' | 'fields' | 'mapping' | 'onMap'> & { faults: readonly string[] }) {
  const items = [{ id: unread, text: t(say.notRead) }, ...fields]
  return (
    <Card title={t(say.fileColumns)} about={t(say.fileColumnsWhy)}>
      <Alert>{faults.length > 0 && faults.map((fault) => <p key={fault}>{fault}</p>)}</Alert>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-3">
        {report.columns.map(({ heading, field }, index) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file never move, and two may be called the same.
            key={index}
            label={heading || t(say.columnNumber, { number: index + 1 })}
            items={items}
            value={field ?? unread}
            onChange={(id) => onMap({ ...mapping, [heading]: id === unread ? '' : id })}
          />
        ))}
      </div>
    </Card>
  )
}
