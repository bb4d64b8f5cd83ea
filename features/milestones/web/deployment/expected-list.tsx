import { useEffect, useRef } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { useSelection } from '#kit/web/ui/table/use-selection.ts'
import { useNarrow } from '#kit/web/ui/use-narrow.ts'
import type { Expected } from '../../contract.ts'
import { say } from '../../copy.ts'
import {
  filterOf,
  isNarrowed,
  listAnchor,
  noFilters,
  useDeploymentSearch,
} from './deployment-search.ts'
import { ExpectedCard, expectedColumns } from './expected-columns.tsx'
import { ExpectedFilters } from './expected-filters.tsx'
import { SelectedExpected } from './selected-expected.tsx'
import { useComparison, useExpected, useMilestones } from './use-deployment.ts'
import { useExpectedActs } from './use-expected-acts.tsx'

/** The assignments with their progress and acts. */
export function ExpectedList() {
  const { search, go } = useDeploymentSearch()
  const list = useExpected()
  const milestones = useMilestones().data ?? []
  const place = useInSight()
  const may = { change: useMay('observers') === true, write: useMay('message') === true }
  const [selection, setSelection] = useSelection(JSON.stringify(filterOf(search)))
  const { acts, windows } = useExpectedActs({ milestoneId: search.milestoneId })
  const narrow = (row: Expected, to: 'observer' | 'station') =>
    go(
      to === 'observer'
        ? { ...noFilters, observerId: String(row.observerId) }
        : { ...noFilters, stationId: String(row.pollingStationId) },
    )
  const shown = { milestones, may, acts, narrow }
  return (
    <>
      <Card
        ref={place}
        anchor={listAnchor}
        title={t(say.whoIsExpected)}
        className="max-sm:pb-0 max-sm:scroll-mt-16"
      >
        <ExpectedFilters />
        <ListTable
          list={list}
          layout="card"
          label={t(say.whoIsExpected)}
          columns={expectedColumns(shown)}
          keyOf={({ assignmentId }) => String(assignmentId)}
          nameOf={({ observerName }) => observerName}
          {...((may.change || may.write) && {
            selecting: { selection, onSelect: setSelection },
          })}
          card={(row) => <ExpectedCard row={row} {...shown} />}
          empty={<EmptyState icon="filter" title={t(say.noMatch)} />}
        />
      </Card>
      <div className="sticky bottom-0 z-20 -mx-4 -mb-8 sm:-mx-6">
        <SelectedExpected
          selection={selection}
          onSelect={setSelection}
          total={list.data?.totalItems ?? 0}
          may={may}
          acts={acts}
        />
      </div>
      {windows}
    </>
  )
}

/**
 * On a phone the list is below all counties. When the page opens with a filter in its URL, scrolls to the list once
 * everything above it has loaded. Keeps the position of users who come back or have scrolled meanwhile.
 */
function useInSight() {
  const { search } = useDeploymentSearch()
  const isNarrow = useNarrow()
  const read = [useComparison(), useMilestones(), useExpected()]
  const isSettled = read.every(({ data }) => data !== undefined)
  const place = useRef<HTMLElement>(null)
  const isAwaited = useRef(isNarrow && isNarrowed(search))
  useEffect(() => {
    if (!isSettled || !isAwaited.current) return
    isAwaited.current = false
    if (window.scrollY === 0) place.current?.scrollIntoView()
  }, [isSettled])
  return place
}
