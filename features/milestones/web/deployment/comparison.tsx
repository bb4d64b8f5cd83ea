import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { places } from '#features/places/contract.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Moment } from '#kit/web/time.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { useNarrow } from '#kit/web/ui/use-narrow.ts'
import type { DeploymentRow, Milestone } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useDeploymentSearch } from './deployment-search.ts'
import { ProgressCell } from './progress-cell.tsx'
import { useComparison, useMilestones } from './use-deployment.ts'

/** A row for each area or organisation, a column for each milestone: how many have done it, how many are late. */
export function Comparison() {
  const { search } = useDeploymentSearch()
  const comparison = useComparison()
  const milestones = useMilestones()
  const counties = useQuery({ ...read(places.counties, {}), staleTime: 300_000 })
  const isNarrow = useNarrow()
  const within =
    search.areaId && counties.data?.find(({ id }) => String(id) === search.areaId)?.name
  const title = search.by ? say.byOrganisation : say.byArea
  return (
    <Card title={within ?? t(title)} actions={<Views />} className="overflow-clip">
      <Loaded query={comparison}>
        {({ rows }) => (
          <Loaded query={milestones}>
            {(all) =>
              isNarrow ? (
                <RowCards rows={rows} milestones={all} />
              ) : (
                <Grid rows={rows} milestones={all} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Card>
  )
}

/** What is compared: counties, the areas in one, or organisations. */
function Views() {
  const { search } = useDeploymentSearch()
  const view = (isOn: boolean) =>
    `${buttonClass('bare', 'small')} ${isOn ? 'bg-raised text-ours shadow-[0_0_0_1px_var(--color-line)]' : 'text-muted'}`
  const rest = { ...search, areaId: undefined, countyId: undefined, page: undefined }
  return (
    <>
      {search.areaId && (
        <Link
          to="/deployment"
          search={rest}
          className="flex h-9 items-center text-ours hover:underline max-sm:h-11"
        >
          {t(say.everywhere)}
        </Link>
      )}
      <nav
        aria-label={t(say.shownBy)}
        className="flex rounded-md border border-line bg-sunken p-px"
      >
        <Link
          to="/deployment"
          search={{ ...rest, by: undefined, ngoId: undefined }}
          {...(!search.by && { 'aria-current': 'true' as const })}
          className={view(!search.by)}
        >
          {t(say.byArea)}
        </Link>
        <Link
          to="/deployment"
          search={{ ...rest, by: 'organisation' }}
          {...(search.by && { 'aria-current': 'true' as const })}
          className={view(search.by !== undefined)}
        >
          {t(say.byOrganisation)}
        </Link>
      </nav>
    </>
  )
}

type Rows = {
  readonly rows: readonly DeploymentRow[]
  readonly milestones: readonly Milestone[]
}

const headingClass =
  'sticky top-0 z-[5] border-b border-line bg-surface px-2 py-1 text-start align-bottom text-small font-normal text-muted'

function Grid({ rows, milestones }: Rows) {
  const { search } = useDeploymentSearch()
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise no key would scroll it.
      tabIndex={0}
      aria-label={t(say.progress)}
      className="-mx-4 -mb-4 max-h-[44dvh] overflow-auto outline-offset-[-2px]"
    >
      <table
        aria-label={t(say.progress)}
        style={{ minWidth: `${11 + milestones.length * 9}rem` }}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr>
            <th scope="col" className={`${headingClass} start-0 z-[6] w-44 ps-4`}>
              {t(search.by ? say.organisation : say.area)}
            </th>
            {milestones.map((one) => (
              <th key={one.id} scope="col" className={headingClass}>
                <span className="block truncate font-strong text-ink" title={one.name}>
                  {one.name}
                </span>
                <Deadline of={one} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="group">
              <th
                scope="row"
                className="sticky start-0 h-10 truncate border-b border-line bg-surface ps-4 pe-2 text-start font-normal group-hover:bg-sunken"
              >
                <RowName row={row} />
              </th>
              {milestones.map((one) => (
                <td key={one.id} className="h-10 border-b border-line px-1 group-hover:bg-sunken">
                  <ProgressCell row={row} milestone={one} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const RowCards = ({ rows, milestones }: Rows) => (
  <ul aria-label={t(say.progress)} className="-mx-4 -mb-4 divide-y divide-line">
    {rows.map((row) => (
      <li key={row.id} className="grid gap-1 px-4 py-3">
        <RowName row={row} />
        {milestones.map((one) => (
          <div key={one.id} className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-2">
            <span className="truncate text-small text-muted">{one.name}</span>
            <ProgressCell row={row} milestone={one} isAboveList />
          </div>
        ))}
      </li>
    ))}
  </ul>
)

/** What is divided further leads to its parts. */
function RowName({ row: { id, name, isDivided } }: { row: DeploymentRow }) {
  const { search } = useDeploymentSearch()
  if (!isDivided || search.by) return <span title={name}>{name}</span>
  return (
    <Link
      to="/deployment"
      search={{ ...search, areaId: String(id), countyId: undefined, page: undefined }}
      title={name}
      className="rounded-md font-strong text-ink hover:text-ours hover:underline"
    >
      {name}
    </Link>
  )
}

/** By when it is due, by the clock of the election. */
export function Deadline({ of: { dueAt, dueAfterMinutes } }: { of: Milestone }) {
  return dueAt ? (
    <Moment at={dueAt} />
  ) : (
    <span>{t(say.minutesAfter, { count: dueAfterMinutes ?? 0 })}</span>
  )
}
