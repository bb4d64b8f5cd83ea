import { useEffect, useRef, useState } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState, ErrorState } from '#kit/web/ui/feedback/states.tsx'
import { LastPage, Pagination } from '#kit/web/ui/table/pagination.tsx'
import { nothing, type Selection } from '#kit/web/ui/table/selection.ts'
import { Table } from '#kit/web/ui/table/table.tsx'
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

/** The assignments with how far each is, and what can be done about it. */
export function ExpectedList() {
  const { search, go } = useDeploymentSearch()
  const list = useExpected()
  const milestones = useMilestones().data ?? []
  const place = useInSight()
  const may = { change: useMay('observers') === true, write: useMay('message') === true }
  const [selection, setSelection] = useSelection(JSON.stringify(filterOf(search)))
  const { acts, windows } = useExpectedActs({ milestoneId: search.milestoneId })
  const { data, failureReason } = list
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
        {!data && failureReason ? (
          <ErrorState problem={failureReason} retry={() => void list.refetch()} />
        ) : (
          <Table
            label={t(say.whoIsExpected)}
            columns={expectedColumns(shown)}
            rows={data?.data}
            keyOf={({ assignmentId }) => String(assignmentId)}
            nameOf={({ observerName }) => observerName}
            isLoading={list.isPlaceholderData}
            {...((may.change || may.write) && {
              selecting: { selection, onSelect: setSelection },
            })}
            card={(row) => <ExpectedCard row={row} {...shown} />}
            empty={<EmptyState icon="filter" title={t(say.noMatch)} />}
            className="-mx-4 overflow-auto [--edge:16px]"
          />
        )}
        <LastPage of={list.isPlaceholderData ? undefined : data} />
        {data && data.totalPages > 1 && (
          <Pagination {...data} onChange={({ page }) => go({ page })} />
        )}
      </Card>
      <div className="sticky bottom-0 z-20 -mx-4 -mb-8 sm:-mx-6">
        <SelectedExpected
          selection={selection}
          onSelect={setSelection}
          total={data?.totalItems ?? 0}
          may={may}
          acts={acts}
        />
      </div>
      {windows}
    </>
  )
}

/**
 * On a phone the list lies below all counties: who opens the page with a filter in its address has it in sight, once
 * it and all above have their height. Who comes back to it is where they were, and who has scrolled meanwhile stays there.
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

/** Stays while pages change; what is selected of one list is not selected of another. */
function useSelection(list: string) {
  const [kept, setKept] = useState({ selection: nothing, list })
  const select = (selection: Selection) => setKept({ selection, list })
  return [kept.list === list ? kept.selection : nothing, select] as const
}
