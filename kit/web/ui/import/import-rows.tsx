import { useState } from 'react'
import type { ImportReport, RowOutcome } from '#kit/contract/import/import.ts'
import { locale, t } from '#kit/web/language.ts'
import { Badge } from '../badge.tsx'
import { say } from '../copy.ts'
import { EmptyState } from '../feedback/states.tsx'
import type { Column } from '../table/columns.ts'
import { Table } from '../table/table.tsx'
import { Tabs } from '../tabs.tsx'
import {
  type Cells,
  columnsOf,
  type ImportField,
  keyOf,
  lineColumn,
  scrolling,
} from './import-columns.ts'
import { DoubtedRows, WrongRows } from './import-wrong.tsx'

type Props = {
  readonly report: ImportReport
  readonly fields: readonly ImportField[]
}

/** Rows of a file: the first ones, and the wrong ones. */
export function ImportRows({ report, fields }: Props) {
  const [tab, setTab] = useState<string>()
  const { rows, wrong, changes, doubted } = report
  const shown = shownFields(report, fields)
  const items = [
    {
      id: 'wrong',
      title: `${t(say.wrongRows)} (${wrong.length.toLocaleString(locale)})`,
      content: () => <WrongRows report={report} shown={shown} />,
    },
    {
      id: 'changes',
      title: t(say.whatChanges),
      content: () => (
        <Table
          label={t(say.whatChanges)}
          columns={[lineColumn, ...changedColumns(shownFields(report, fields, changes))]}
          rows={changes}
          keyOf={keyOf}
          nameOf={keyOf}
          empty={null}
          isLong
          className={scrolling}
        />
      ),
    },
    {
      id: 'doubted',
      title: `${t(say.doubtedRows)} (${doubted.length.toLocaleString(locale)})`,
      content: () => <DoubtedRows doubted={doubted} shown={shown} />,
    },
    {
      id: 'first',
      title: t(say.firstRows),
      content: () => (
        <Table
          label={t(say.firstRows)}
          columns={[lineColumn, fateColumn, ...columnsOf(shown)]}
          rows={rows}
          keyOf={keyOf}
          nameOf={keyOf}
          empty={<EmptyState icon="table" title={t(say.noRows)} />}
          className={scrolling}
        />
      ),
    },
  ]
  const has: Readonly<Record<string, boolean>> = {
    wrong: wrong.length > 0,
    doubted: doubted.length > 0,
    changes: changes.length > 0,
    first: true,
  }
  const offered = items.filter(({ id }) => has[id])
  const selected = offered.find(({ id }) => id === tab) ?? offered[0]
  return (
    <section className="min-w-0 rounded-md border border-line bg-surface">
      <Tabs
        label={t(say.wouldDo)}
        items={offered}
        selected={selected?.id ?? ''}
        onSelect={setTab}
      />
    </section>
  )
}

/** The fields to show cells for: secret ones only if they change. */
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

type Changed = ImportReport['changes'][number]

/** Stored and new value, where they differ; the row's own cells beside them. */
const changedColumns = (shown: readonly ImportField[]): Column<Changed>[] =>
  shown.map(({ id, text }) => ({
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
  }))

function shownValue(value: string | null): string {
  if (value === 'true' || value === 'false') return t(value === 'true' ? say.yes : say.no)
  return value || t(say.nothing)
}
