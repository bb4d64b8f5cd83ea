import { useWritingTo } from '#features/observers/web/list/use-writing-to.ts'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import { Phone } from '#features/observers/web/phone.tsx'
import { May } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { readAllPages } from '#kit/web/read/all-pages.ts'
import { call } from '#kit/web/read/api.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { Ago } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { FilesMenu } from '#kit/web/ui/overlay/files-menu.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { assignments, type Unassigned } from '../../contract.ts'
import { say } from '../../copy.ts'
import type { PlanSearch } from '../search.ts'
import { partOf, usePlanSearch } from './plan-search.ts'
import { ToPlanList } from './to-plan-list.tsx'

const pageSize = 20

const ngoOf = ({ ngoId }: PlanSearch) => partOf({ ngoId })

/** A page of observers without an assignment. */
export function useUnassigned() {
  const { search } = usePlanSearch()
  const query = { ...ngoOf(search), page: search.unassignedPage ?? 1, pageSize }
  return useListPage(assignments.unassigned, { query })
}

/** Observers without a station, each to be added to the plan. */
export const UnassignedList = () => (
  <ToPlanList
    label={t(say.unassigned)}
    about={t(say.unassignedAbout)}
    none={t(say.allAssigned)}
    actions={<ForAll />}
    list={useUnassigned()}
    param="unassignedPage"
    columns={columns}
    keyOf={({ observerId }) => String(observerId)}
    nameOf={({ observerName }) => observerName}
    linkOf={linkOf}
    details={(one) => (
      <>
        <Phone phone={one.observerPhone} />
        <span>{one.ngo}</span>
        <LastSeen at={one.lastSeen} />
      </>
    )}
    known={(one) => ({ observer: { id: one.observerId, name: one.observerName } })}
  />
)

/** The acts on all of them: a message or a file. */
function ForAll() {
  const writeTo = useWritingTo()
  const { search } = usePlanSearch()
  const { isPending, attempt } = useAttempt()
  const write = async () => writeTo(await allUnassigned(search))
  return (
    <>
      <May to="message">
        <Button isPending={isPending} onPress={() => attempt(write)}>
          <Icon name="send" />
          {t(say.writeToAll)}
        </Button>
      </May>
      <May to="export">
        <FilesMenu
          label={t(say.exportUnassigned)}
          endpoint={assignments.exportUnassigned}
          query={ngoOf(search)}
        />
      </May>
    </>
  )
}

async function allUnassigned(search: PlanSearch): Promise<Id<'observers'>[]> {
  const all = await readAllPages((page) =>
    call(assignments.unassigned, { query: { ...ngoOf(search), ...page } }),
  )
  return all.map(({ observerId }) => observerId)
}

const linkOf = ({ observerId, observerName }: Unassigned) => (
  <ObserverLink id={observerId} name={observerName} />
)

const LastSeen = ({ at }: { at: Date | null }) =>
  at ? <Ago at={at} /> : <span className="text-muted">{t(say.nothingSent)}</span>

const columns: readonly Column<Unassigned>[] = [
  { id: 'name', title: t(say.observer), cell: linkOf },
  {
    id: 'phone',
    title: t(say.phone),
    width: '9rem',
    cell: ({ observerPhone }) => <Phone phone={observerPhone} />,
  },
  { id: 'ngo', title: t(say.ngo), width: '12rem', isMinor: true, cell: ({ ngo }) => ngo },
  {
    id: 'lastSeen',
    title: t(say.lastSeen),
    width: '9rem',
    cell: ({ lastSeen }) => <LastSeen at={lastSeen} />,
  },
]
