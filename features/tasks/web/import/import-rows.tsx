import { type ReactNode, useState } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import type { ImportReport, RowOutcome } from '#kit/contract/import/import.ts'
import { refusedFile } from '#kit/contract/import/refused.ts'
import { language, locale, t } from '#kit/web/language.ts'
import { saveFile } from '#kit/web/read/files.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { Table } from '#kit/web/ui/table/table.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { useNarrow } from '#kit/web/ui/use-narrow.ts'
import { say } from './copy.ts'
import type { ImportField } from './kind.ts'

type Props = {
  readonly report: ImportReport
  readonly fields: readonly ImportField[]
}

/** The rows of a file in tabs: wrong, changed, doubtful, and the first ones. */
export function ImportRows({ report, fields }: Props) {
  const [tab, setTab] = useState<string>()
  const { rows, wrong, changes, doubted } = report
  const shown = shownFields(report, fields)
  const why = [lineColumn, reasonColumn]
  const items = [
    ...tabOf(say.wrongRows, wrong, [...why, ...wholeRow(report), ...shown.map(cellColumn)], {
      count: wrong.length,
      below: <WrongFile report={report} />,
    }),
    ...tabOf(say.whatChanges, changes, [
      lineColumn,
      ...shownFields(report, fields, changes).map(changeColumn),
    ]),
    ...tabOf(say.doubtedRows, doubted, [...why, ...shown.map(cellColumn)], {
      count: doubted.length,
    }),
    ...tabOf(say.firstRows, rows, [lineColumn, fateColumn, ...shown.map(cellColumn)]),
  ]
  if (items.length === 0) return <EmptyState icon="table" title={t(say.noRows)} />
  const selected = items.find(({ id }) => id === tab) ?? items[0]
  return (
    <section className="min-w-0 rounded-md border border-line bg-surface">
      <Tabs label={t(say.wouldDo)} items={items} selected={selected?.id ?? ''} onSelect={setTab} />
    </section>
  )
}

/** A row of a file, with its cells by field. */
type Cells = { readonly line: number; readonly cells: Readonly<Record<string, string>> }

/** A tab with a table of these rows; none without rows. */
function tabOf<Each extends Cells>(
  title: Copy,
  rows: readonly Each[],
  columns: readonly Column<Each>[],
  { count, below }: { readonly count?: number; readonly below?: ReactNode } = {},
) {
  if (rows.length === 0) return []
  const label = t(title)
  const content = () => (
    <>
      <RowsTable label={label} columns={columns} rows={rows} />
      {below}
    </>
  )
  const counted = count === undefined ? '' : ` (${count.toLocaleString(locale)})`
  return [{ id: label, title: label + counted, content }]
}

type RowsProps<Each> = {
  readonly label: string
  readonly columns: readonly Column<Each>[]
  readonly rows: readonly Each[]
}

function RowsTable<Each extends Cells>(props: RowsProps<Each>) {
  // Cards differ in height, so they cannot be virtualised.
  const isNarrow = useNarrow()
  return (
    <Table
      {...props}
      keyOf={keyOf}
      nameOf={keyOf}
      empty={null}
      isLong={!isNarrow}
      card={(row) => <RowCard row={row} columns={props.columns} />}
      className={isNarrow ? '' : 'max-h-96 overflow-auto'}
    />
  )
}

/** A row on a phone: its filled cells under their headings. */
function RowCard<Each>({ row, columns }: { row: Each; columns: readonly Column<Each>[] }) {
  const filled = columns.map((column) => ({ ...column, shown: column.cell(row) }))
  return (
    <dl className="grid gap-1 py-1">
      {filled
        .filter(({ shown }) => shown !== '')
        .map(({ id, title, shown }) => (
          <div key={id} className="flex gap-2">
            <dt className="w-24 shrink-0 text-small text-muted">{title}</dt>
            <dd className="min-w-0 wrap-anywhere">{shown}</dd>
          </div>
        ))}
    </dl>
  )
}

const keyOf = ({ line }: Cells) => String(line)

const lineColumn: Column<Cells> = {
  id: 'line',
  title: t(say.line),
  width: '5rem',
  align: 'end',
  cell: ({ line }) => line,
}

const reasonColumn: Column<Cells & { readonly reason: string }> = {
  id: 'reason',
  title: t(say.reason),
  width: '26rem',
  cell: ({ reason }) => reason,
}

const tones = {
  added: 'ours',
  changed: 'attention',
  unchanged: 'plain',
  wrong: 'alarm',
} as const satisfies Record<RowOutcome, string>

const fateColumn: Column<Cells & { readonly fate: RowOutcome }> = {
  id: 'fate',
  title: t(say.fate),
  width: '9rem',
  cell: ({ fate }) => <Badge tone={tones[fate]}>{t(say[fate])}</Badge>,
}

const cellColumn = ({ id, text }: ImportField): Column<Cells> => ({
  id,
  title: text,
  cell: ({ cells }) => cells[id] ?? '',
})

type Wrong = ImportReport['wrong'][number]

/** All cells of a row with more cells than headings, because some are under the wrong heading. */
function wholeRow({ wrong, columns }: ImportReport): Column<Wrong>[] {
  const isOverfull = ({ uploaded }: Wrong) => uploaded.slice(columns.length).some(Boolean)
  if (!wrong.some(isOverfull)) return []
  const cell = (row: Wrong) => (isOverfull(row) ? row.uploaded.join(' │ ') : '')
  return [{ id: 'whole row', title: t(say.wholeRow), width: '30rem', cell }]
}

/** The visible fields: secret ones only if they change. */
function shownFields(
  { rows, wrong }: ImportReport,
  fields: readonly ImportField[],
  changed: ImportReport['changes'] = [],
) {
  const there = new Set([
    ...[...rows, ...wrong].flatMap(({ cells }) => Object.keys(cells)),
    ...changed.flatMap(({ changes }) => Object.keys(changes)),
  ])
  return fields.filter(({ id }) => there.has(id))
}

/** The stored and the new value if they differ, else the row's cell. */
const changeColumn = ({ id, text }: ImportField): Column<ImportReport['changes'][number]> => ({
  id,
  title: text,
  cell: ({ cells, changes }) => {
    const change = changes[id]
    if (!change) return <span className="text-muted">{cells[id] ?? ''}</span>
    const { was, becomes } = change
    if (was === null && becomes === null)
      return <span className="font-strong">{t(say.becomesSecret)}</span>
    return (
      <>
        <del className="text-muted">{shownValue(was)}</del> →{' '}
        <ins className="font-strong no-underline">{shownValue(becomes)}</ins>
      </>
    )
  },
})

function shownValue(value: string | null): string {
  if (value === 'true' || value === 'false') return t(value === 'true' ? say.yes : say.no)
  return value || t(say.nothing)
}

/** The wrong rows as a file to correct. */
function WrongFile({ report: { wrong, columns, separator } }: Pick<Props, 'report'>) {
  const save = () => {
    const headings = columns.map(({ heading }) => heading)
    const rows = wrong.map(({ uploaded, ...row }) => ({ ...row, cells: uploaded }))
    const text = refusedFile({ headings, separator, rows }, language)
    saveFile(new Blob([text], { type: 'text/csv' }), `${t(say.wrongRows)}.csv`)
  }
  return (
    <div className="p-3">
      <Button size="small" onPress={save}>
        <Icon name="download" />
        {t(say.downloadWrong)}
      </Button>
    </div>
  )
}
