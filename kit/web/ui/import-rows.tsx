import { useState } from 'react'
import { csvLine } from '#kit/contract/csv-line.ts'
import type { Fate, ImportReport } from '#kit/contract/import.ts'
import { saveFile } from '../files.ts'
import { locale, t } from '../language.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import type { Column } from './columns.ts'
import { say } from './copy.ts'
import { Icon } from './icon.tsx'
import type { ImportField } from './import-check.tsx'
import { Nothing } from './states.tsx'
import { Table } from './table.tsx'
import { Tabs } from './tabs.tsx'

type Props = {
  readonly report: ImportReport
  readonly fields: readonly ImportField[]
  readonly explainReason: (reason: string) => string
}

type Cells = { readonly line: number; readonly cells: Readonly<Record<string, string>> }

const scrolling = 'max-h-96 overflow-auto'

/** Rows of a file: its first ones, and those that are wrong. */
export function ImportRows({ report, fields, explainReason }: Props) {
  const [tab, setTab] = useState<string>()
  const { rows, wrong } = report
  const shown = shownFields(report, fields)
  const items = [
    {
      id: 'wrong',
      title: `${t(say.wrongRows)} (${wrong.length.toLocaleString(locale)})`,
      content: () => <WrongRows wrong={wrong} shown={shown} explainReason={explainReason} />,
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
          empty={<Nothing icon="table" title={t(say.noRows)} />}
          className={scrolling}
        />
      ),
    },
  ]
  const offered = items.filter(({ id }) => id === 'first' || wrong.length > 0)
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

function WrongRows({
  wrong,
  shown,
  explainReason,
}: {
  wrong: ImportReport['wrong']
  shown: readonly ImportField[]
  explainReason: (reason: string) => string
}) {
  const reason: Column<(typeof wrong)[number]> = {
    id: 'reason',
    title: t(say.reason),
    width: '26rem',
    cell: (row) => explainReason(row.reason),
  }
  const save = () => {
    const headings = [t(say.line), t(say.reason), ...shown.map(({ text }) => text)]
    const lines = wrong.map((row) => [
      row.line,
      explainReason(row.reason),
      ...shown.map(({ id }) => row.cells[id] ?? ''),
    ])
    const text = [headings, ...lines].map((cells) => csvLine(cells, ',')).join('')
    // Marked as UTF-8, without which Excel would take it for the machine's own letters.
    saveFile(new Blob(['\uFEFF', text], { type: 'text/csv' }), `${t(say.wrongRows)}.csv`)
  }
  return (
    <>
      <Table
        label={t(say.wrongRows)}
        columns={[lineColumn, reason, ...columnsOf(shown)]}
        rows={wrong}
        keyOf={keyOf}
        nameOf={keyOf}
        empty={null}
        isLong
        className={scrolling}
      />
      <div className="p-3">
        <Button size="small" onPress={save}>
          <Icon name="download" />
          {t(say.downloadWrong)}
        </Button>
      </div>
    </>
  )
}

/** The fields that cells are there for: what is secret is not among them. */
function shownFields({ rows, wrong }: ImportReport, fields: readonly ImportField[]) {
  const there = new Set([...rows, ...wrong].flatMap(({ cells }) => Object.keys(cells)))
  return fields.filter(({ id }) => there.has(id))
}

const keyOf = ({ line }: Cells) => String(line)

const lineColumn: Column<Cells> = {
  id: 'line',
  title: t(say.line),
  width: '5rem',
  align: 'end',
  cell: ({ line }) => line,
}

const tones = {
  added: 'ours',
  changed: 'attention',
  unchanged: 'plain',
  wrong: 'alarm',
} as const satisfies Record<Fate, string>

const fateColumn: Column<Cells & { readonly fate: Fate }> = {
  id: 'fate',
  title: t(say.fate),
  width: '9rem',
  cell: ({ fate }) => <Badge tone={tones[fate]}>{t(say[fate])}</Badge>,
}

const columnsOf = (shown: readonly ImportField[]): Column<Cells>[] =>
  shown.map(({ id, text }) => ({ id, title: text, cell: ({ cells }) => cells[id] ?? '' }))
