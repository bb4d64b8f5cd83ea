import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { language, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { LastPage, Pagination } from '#kit/web/ui/table/pagination.tsx'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { Table } from '#kit/web/ui/table/table.tsx'
import { assignments, type Uncovered } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useElectionDay } from '../moments.ts'
import { StationLink } from '../station-link.tsx'
import { AddAssignment } from './assignment-forms.tsx'
import { FilesOf } from './files-of.tsx'
import { usePlanSearch } from './plan-search.ts'

const pageSize = 20

export const uncoveredAnchor = 'uncovered'

const areaOf = (areaId: string | undefined) =>
  areaId === undefined ? {} : { areaId: Number(areaId) as Id<'areas'> }

/** A page of the stations without anybody, of the area that is shown. */
export function useUncovered() {
  const { search } = usePlanSearch()
  const query = { ...areaOf(search.areaId), page: search.uncoveredPage ?? 1, pageSize }
  return useQuery({
    ...read(assignments.uncovered, { query }),
    placeholderData: keepPreviousData,
  })
}

/** Stations without anybody, each to be planned for; nothing where each has somebody. */
export function UncoveredList() {
  const { search, go } = usePlanSearch()
  const list = useUncovered()
  const election = useElectionDay()
  const mayExport = useMay('export') === true
  const [adding, setAdding] = useState<Uncovered>()
  const onAdd = useMay('observers') === true ? setAdding : undefined
  const { data } = list
  if (!data || data.totalItems === 0) return null
  return (
    <Card
      title={t(say.uncovered)}
      about={t(say.uncoveredAbout)}
      anchor={uncoveredAnchor}
      {...(mayExport && { actions: <ExportMenu /> })}
    >
      <LastPage of={list.isPlaceholderData ? undefined : data} param="uncoveredPage" />
      <Table
        label={t(say.uncovered)}
        columns={columnsOf(onAdd)}
        rows={data.data}
        keyOf={({ pollingStationId }) => String(pollingStationId)}
        nameOf={nameOf}
        isLoading={list.isPlaceholderData}
        card={(one) => (
          <RowCard
            title={<StationLink {...one} />}
            actions={onAdd && <Add one={one} onAdd={onAdd} />}
          >
            <span>{whereOf(one)}</span>
          </RowCard>
        )}
        empty={null}
        className="-mx-4 overflow-auto [--edge:16px]"
      />
      {data.totalPages > 1 && (
        <Pagination
          {...data}
          onChange={({ page }) => go({ page: search.page, uncoveredPage: page })}
        />
      )}
      {adding && election && (
        <AddAssignment
          day={election.day}
          station={{ id: adding.pollingStationId, name: nameOf(adding) }}
          onClose={() => setAdding(undefined)}
        />
      )}
    </Card>
  )
}

function ExportMenu() {
  const { search } = usePlanSearch()
  return (
    <FilesOf
      label={t(say.exportUncovered)}
      take={(start, format) =>
        start(assignments.exportUncovered, {
          query: { ...areaOf(search.areaId), format, language },
        })
      }
    />
  )
}

const nameOf = ({ county, municipality, pollingStationNumber: number }: Uncovered) =>
  [county, municipality, number].filter((part) => part !== '').join(' ')

const whereOf = ({ name, address }: Uncovered) => [name, address].filter(Boolean).join(', ')

type OnAdd = (one: Uncovered) => void

const columnsOf = (onAdd: OnAdd | undefined): readonly Column<Uncovered>[] => [
  {
    id: 'station',
    title: t(say.station),
    width: '18rem',
    cell: (one) => <StationLink {...one} />,
  },
  { id: 'where', title: t(say.address), cell: whereOf },
  ...(onAdd
    ? [
        {
          id: 'actions',
          title: t(say.actions),
          isTitleHidden: true,
          width: '11rem',
          align: 'end' as const,
          cell: (one: Uncovered) => <Add one={one} onAdd={onAdd} />,
        },
      ]
    : []),
]

const Add = ({ one, onAdd }: { one: Uncovered; onAdd: OnAdd }) => (
  <Button size="small" aria-label={t(say.addOf, { name: nameOf(one) })} onPress={() => onAdd(one)}>
    {t(say.add)}
  </Button>
)
