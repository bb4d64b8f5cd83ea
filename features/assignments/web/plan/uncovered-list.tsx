import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { FilesMenu } from '#kit/web/ui/overlay/files-menu.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { assignments, type Uncovered } from '../../contract.ts'
import { say } from '../../copy.ts'
import { StationLink } from '../station-link.tsx'
import { partOf, usePlanSearch } from './plan-search.ts'
import { ToPlanList } from './to-plan-list.tsx'

const pageSize = 20

/** A page of the stations without anybody, of the area and organisation that are shown. */
export function useUncovered() {
  const { search } = usePlanSearch()
  const query = { ...partOf(search), page: search.uncoveredPage ?? 1, pageSize }
  return useListPage(assignments.uncovered, { query })
}

/** Stations without anybody, each to be planned for. */
export const UncoveredList = () => (
  <ToPlanList
    label={t(say.uncovered)}
    about={t(say.uncoveredAbout)}
    none={t(say.allCovered)}
    actions={
      <May to="export">
        <FilesMenu
          label={t(say.exportUncovered)}
          endpoint={assignments.exportUncovered}
          query={partOf(usePlanSearch().search)}
        />
      </May>
    }
    list={useUncovered()}
    param="uncoveredPage"
    columns={columns}
    keyOf={({ pollingStationId }) => String(pollingStationId)}
    nameOf={nameOf}
    linkOf={linkOf}
    details={(one) => <span>{whereOf(one)}</span>}
    known={(one) => ({ station: { id: one.pollingStationId, name: nameOf(one) } })}
  />
)

const nameOf = ({ county, municipality, pollingStationNumber: number }: Uncovered) =>
  [county, municipality, number].filter((part) => part !== '').join(' ')

const linkOf = (one: Uncovered) => <StationLink {...one} />

const whereOf = ({ name, address }: Uncovered) => [name, address].filter(Boolean).join(', ')

const columns: readonly Column<Uncovered>[] = [
  { id: 'station', title: t(say.station), width: '18rem', cell: linkOf },
  { id: 'where', title: t(say.address), cell: whereOf },
]
