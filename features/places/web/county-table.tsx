import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { locale, t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Tick } from '#kit/web/ui/field/tick.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { Table } from '#kit/web/ui/table/table.tsx'
import type { County } from '../contract.ts'
import { say } from '../copy.ts'
import type { CountyActs } from './county-acts.ts'
import { titleOf } from './use-counties.ts'

type Props = {
  /** Undefined: not loaded yet. */
  readonly rows: readonly County[] | undefined
  /** Only some of them are shown, so their order means nothing. */
  readonly isFiltered: boolean
  readonly mayChange: boolean
  readonly acts: CountyActs
  readonly empty: ReactNode
}

/** The counties in the order of phones and lists. */
export function CountyTable({ rows, isFiltered, mayChange, acts, empty }: Props) {
  const actions = (county: County) => <Actions county={county} mayChange={mayChange} acts={acts} />
  return (
    <Table
      label={t(say.counties)}
      columns={columnsWith(actions)}
      rows={rows}
      keyOf={({ id }) => String(id)}
      nameOf={titleOf}
      card={(county) => <Card county={county} actions={actions(county)} />}
      {...(mayChange && {
        reordering: {
          onReorder: (keys: string[]) => void acts.reorder(keys.map(Number)),
          isDisabled: isFiltered,
          whyDisabled: t(say.orderWhileFiltered),
        },
      })}
      empty={empty}
      className="min-h-0 flex-1 overflow-auto"
    />
  )
}

const columnsWith = (actions: (county: County) => ReactNode): readonly Column<County>[] => [
  { id: 'name', title: t(say.name), cell: (county) => <Name county={county} /> },
  { id: 'code', title: t(say.code), width: '6rem', cell: ({ code }) => code },
  {
    id: 'stations',
    title: t(say.stationCount),
    width: '12rem',
    align: 'end',
    cell: ({ numberOfPollingStations }) => numberOfPollingStations.toLocaleString(locale),
  },
  {
    id: 'diaspora',
    title: t(say.diaspora),
    width: '6rem',
    align: 'center',
    cell: ({ diaspora }) => diaspora && <Tick label={t(say.inDiaspora)} isHeard />,
  },
  actionsColumn('9rem', actions),
]

function Name({ county: { id, name } }: { county: County }) {
  return (
    <Link
      to="/polling-stations/$id"
      params={{ id: String(id) }}
      className="rounded-md font-strong text-ink hover:text-ours hover:underline"
    >
      {name}
    </Link>
  )
}

function Card({ county, actions }: { county: County; actions: ReactNode }) {
  const { code, numberOfPollingStations: count, diaspora } = county
  return (
    <RowCard title={<Name county={county} />} actions={actions}>
      <span>{code}</span>
      <span>{t(say.stationsCounted, { count })}</span>
      {diaspora && <Tick label={t(say.diaspora)} />}
    </RowCard>
  )
}

function Actions({
  county,
  mayChange,
  acts,
}: {
  county: County
  mayChange: boolean
  acts: CountyActs
}) {
  const name = titleOf(county)
  const word = t(mayChange ? say.edit : say.view)
  const open = (
    <Link
      to="/polling-stations/$id"
      params={{ id: String(county.id) }}
      aria-label={`${word}: ${name}`}
      className={buttonClass('plain', 'small')}
    >
      {word}
    </Link>
  )
  if (!mayChange) return open
  return (
    <RowActions name={name} main={open}>
      <Item id="top" icon="top" onAction={() => void acts.moveToTop(county)}>
        {t(say.toTop)}
      </Item>
      <Item id="delete" icon="trash" isDanger onAction={() => void acts.remove(county)}>
        {t(say.delete)}
      </Item>
    </RowActions>
  )
}
