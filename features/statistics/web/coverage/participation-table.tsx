import type { ReactNode } from 'react'
import { locale, t } from '#kit/web/language.ts'
import { percent } from '#kit/web/ui/chart/percent.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { Table } from '#kit/web/ui/table/table.tsx'
import { say } from '../../copy.ts'
import type { Participation } from '../../domain.ts'
import { SharesBar } from './shares.tsx'
import { useSorted } from './use-sorted.ts'

/** A row of participation, with a linked name. */
export type ShownParticipation = Participation & {
  readonly key: string
  readonly name: string
  readonly title: ReactNode
}

type Props = {
  readonly rows: readonly ShownParticipation[]
  /** Rows are areas; otherwise milestones. */
  readonly isOfAreas: boolean
  readonly empty: ReactNode
}

export function ParticipationTable({ rows, isOfAreas, empty }: Props) {
  const owing = rows.filter(({ expected }) => expected > 0)
  const { sorted, sorting } = useSorted(owing, values)
  return (
    <Table
      label={t(say.participation)}
      columns={[nameColumn(t(isOfAreas ? say.area : say.milestone)), ...columns]}
      rows={sorted}
      sorting={sorting}
      keyOf={({ key }) => key}
      nameOf={({ name }) => name}
      card={(row) => (
        <RowCard title={row.title} actions={null}>
          <span>
            {t(say.done)}: {t(say.shownOf, { shown: row.done, total: row.expected })}
          </span>
          {row.late > 0 && <Late count={row.late} />}
          <Bar of={row} />
        </RowCard>
      )}
      empty={empty}
      className="-mx-4 -mb-4 max-h-[50dvh] overflow-auto [--edge:16px]"
    />
  )
}

/** Done, partly done, late and excused; the rest is not due yet. */
const Bar = ({ of: { expected, done, late, inPart, excused } }: { of: Participation }) => (
  <SharesBar
    of={expected + excused}
    parts={[
      { count: done, colour: 'bg-done' },
      { count: inPart, colour: 'bg-edge' },
      { count: late, colour: 'bg-attention' },
      { count: excused, colour: 'bg-quiet-strong' },
    ]}
  />
)

const Late = ({ count }: { count: number }) =>
  count === 0 ? (
    '0'
  ) : (
    <span className="inline-flex items-center gap-1 rounded-md bg-attention px-1 font-strong text-on-attention">
      <Icon name="warning" className="size-3.5" />
      {count.toLocaleString(locale)}
    </span>
  )

type Number = 'expected' | 'done' | 'inPart' | 'late' | 'excused'

const values: Readonly<Record<string, (row: ShownParticipation) => string | number>> = {
  name: ({ name }) => name,
  share: ({ share }) => share ?? -1,
  expected: ({ expected }) => expected,
  done: ({ done }) => done,
  inPart: ({ inPart }) => inPart,
  late: ({ late }) => late,
  excused: ({ excused }) => excused,
}

const nameColumn = (title: string): Column<ShownParticipation> => ({
  id: 'name',
  title,
  width: '14rem',
  sortKey: 'name',
  cell: (row) => row.title,
})

const number = (id: Number, title: string): Column<ShownParticipation> => ({
  id,
  title,
  width: '7rem',
  align: 'end',
  sortKey: id,
  cell: (row) => (id === 'late' ? <Late count={row.late} /> : row[id].toLocaleString(locale)),
})

const columns: readonly Column<ShownParticipation>[] = [
  {
    id: 'share',
    title: t(say.doneShare),
    sortKey: 'share',
    cell: (row) => (
      <span className="flex items-center gap-3">
        <Bar of={row} />
        <span className="w-12 text-end tabular-nums">
          {row.share === null ? '–' : percent(row.share)}
        </span>
      </span>
    ),
  },
  number('expected', t(say.expected)),
  number('done', t(say.done)),
  number('inPart', t(say.inPart)),
  number('late', t(say.late)),
  number('excused', t(say.excused)),
]
