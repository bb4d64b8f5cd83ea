import type { ImportReport } from '#kit/contract/import/import.ts'
import { isReasonHeading } from '#kit/contract/import/refused.ts'
import { locale, t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from './copy.ts'
import { ImportRows } from './import-rows.tsx'
import type { ImportField, ImportKind } from './kind.ts'

/** The answers to the questions of a check. */
export type Answers = {
  /** The assigned field by heading; empty: the column is ignored. */
  readonly mapping: Readonly<Record<string, string>>
  readonly sheet?: string
  readonly changesPhones: boolean
  /** Confirms that the list is of the right kind, although it looks like another. */
  readonly isConfirmed: boolean
  readonly isSkipping: boolean
}

type Props = {
  readonly report: ImportReport
  readonly fields: readonly ImportField[]
  readonly answers: Answers
  readonly onAnswer: (more: Partial<Answers>) => void
}

/** Shows the dry run of an import. A copy has no columns to assign; `emptyCopy` says that it has no rows. */
export function ImportCheck({ emptyCopy, ...props }: Props & { emptyCopy: string | undefined }) {
  const { report, fields } = props
  const isFile = emptyCopy === undefined
  const faults = isFile ? columnFaults(report, fields) : []
  if (!isFile && countRows(report) === 0) return emptyCopy
  const isRead = faults.length === 0
  return (
    <>
      {isRead && <Counts report={report} />}
      <Notes notes={notesOf(report)} />
      {isFile && <Columns {...props} faults={faults} />}
      {isRead && <ImportRows report={report} fields={fields} />}
      <Alert>{report.unfit && t(say.unfit, report.unfit)}</Alert>
    </>
  )
}

/** Checkboxes for the questions that a check raises. */
export function Questions({
  report,
  offer,
  answers,
  onAnswer,
}: Pick<Props, 'answers' | 'onAnswer'> & {
  report: ImportReport | undefined
  offer: ImportKind['offer'] | undefined
}) {
  if (!report) return null
  const { unfit, rows, wrong } = report
  const questions = [
    { id: 'isConfirmed', text: unfit && t(say.unfitConfirmed) },
    { id: 'changesPhones', text: offer?.(report) },
    // Without matching columns there are no rows to skip yet.
    { id: 'isSkipping', text: rows.length > 0 && wrong.length > 0 && t(say.skipWrong) },
  ] as const
  return questions.map(
    ({ id, text }) =>
      text && (
        <Checkbox key={id} isSelected={answers[id]} onChange={(is) => onAnswer({ [id]: is })}>
          {text}
        </Checkbox>
      ),
  )
}

export const countRows = ({ added, changed, unchanged, wrong }: ImportReport): number =>
  added + changed + unchanged + wrong.length

/** The rows that an import would add, change, leave and refuse. */
function Counts({ report }: Pick<Props, 'report'>) {
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
          <li key={text.en.other}>
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

const nameOf = (heading: string, index: number) =>
  heading || t(say.columnNumber, { number: index + 1 })

/** Unexpected things in the file, and warnings for rows that are still imported. */
function notesOf({ headerLine, renamed, columns, letters, warnings, completed }: ImportReport) {
  const unread = columns.flatMap(({ heading, field }, index) =>
    field === null && !isReasonHeading(heading) ? [nameOf(heading, index)] : [],
  )
  return [
    ...(headerLine === null ? [] : [t(say.headerBelow, { line: headerLine })]),
    ...(renamed > 0 ? [t(say.renames, { count: renamed })] : []),
    ...(unread.length > 0 ? [t(say.unreadColumns, { columns: unread.join(', ') })] : []),
    ...(letters.startsWith('Windows') ? [t(say.guessedLetters, { letters })] : []),
    ...(completed.length > 0 ? [completedNote(completed)] : []),
    ...warnings.map(({ reason, rows }) => `${reason} ${t(say.importedAsIs, { count: rows })}`),
  ]
}

/** The most items that are named; the others are counted. */
const named = 10

function completedNote(completed: ImportReport['completed']): string {
  const more = completed.length - named
  const phones = [
    ...completed.slice(0, named).map((one) => t(say.completedPhone, one)),
    ...(more > 0 ? [t(say.andMore, { count: more })] : []),
  ]
  return t(say.completed, { count: completed.length, phones: phones.join(', ') })
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className="grid gap-1 rounded-md border border-line bg-attention-soft px-4 py-3">
      {notes.map((note) => (
        <li key={note} className="flex items-start gap-2">
          <Icon name="warning" className="mt-1 shrink-0 text-attention" />
          {note}
        </li>
      ))}
    </ul>
  )
}

/** Why no row of the file could be read. */
function columnFaults({ columns }: ImportReport, fields: readonly ImportField[]): string[] {
  if (columns.length === 0) return [t(say.emptyFile)]
  const holders = (id: string) => columns.filter(({ field }) => field === id).length
  const textsOf = (some: readonly ImportField[]) => some.map(({ text }) => text).join(', ')
  const missing = fields.filter(({ id, isRequired }) => isRequired && holders(id) === 0)
  const doubled = fields.filter(({ id }) => holders(id) > 1)
  return [
    ...(missing.length > 0 ? [t(say.noColumn, { fields: textsOf(missing) })] : []),
    ...(doubled.length > 0 ? [t(say.twoColumns, { fields: textsOf(doubled) })] : []),
  ]
}

const unread = 'none'

/** Chooses the sheet of a workbook, and assigns columns to fields. */
function Columns({
  report: { columns, sheets, sheet },
  fields,
  answers,
  onAnswer,
  faults,
}: Props & { faults: readonly string[] }) {
  const map = (heading: string, field: string) =>
    onAnswer({ mapping: { ...answers.mapping, [heading]: field } })
  return (
    <Card title={t(say.fileColumns)} about={t(say.fileColumnsWhy)}>
      {sheets.length > 1 && (
        <Select
          label={t(say.sheet)}
          items={sheets.map((name) => ({ id: name, text: name }))}
          value={answers.sheet ?? sheet}
          // Another sheet has other columns.
          onChange={(name) => onAnswer({ sheet: name, mapping: {} })}
          className="max-w-sm"
        />
      )}
      <Alert>{faults.length > 0 && faults.map((fault) => <p key={fault}>{fault}</p>)}</Alert>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-3">
        {columns.map(({ heading, field }, index) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file never move, and two may share a name.
            key={index}
            label={nameOf(heading, index)}
            items={[{ id: unread, text: t(say.notRead) }, ...fields]}
            value={field ?? unread}
            onChange={(id) => map(heading, id === unread ? '' : id)}
          />
        ))}
      </div>
    </Card>
  )
}
