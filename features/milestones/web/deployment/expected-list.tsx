import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { useSelection } from '#kit/web/ui/table/use-selection.ts'
import type { Expected } from '../../contract.ts'
import { say } from '../../copy.ts'
import { filterOf, noFilters, useDeploymentSearch } from './deployment-search.ts'
import { ExpectedCard, expectedColumns } from './expected-columns.tsx'
import { SelectedExpected } from './selected-expected.tsx'
import { useExpected, useMilestones } from './use-deployment.ts'
import { useExpectedActs } from './use-expected-acts.tsx'

/** The assignments with their progress and acts. */
export function ExpectedList() {
  const { search, go } = useDeploymentSearch()
  const list = useExpected()
  const milestones = useMilestones().data ?? []
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
      <Card className="overflow-clip py-0">
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
