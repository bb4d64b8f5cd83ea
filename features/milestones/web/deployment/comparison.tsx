import { Link } from '@tanstack/react-router'
import { type Named, useAreaPath } from '#features/places/web/use-area-path.ts'
import { t } from '#kit/web/language.ts'
import { Moment } from '#kit/web/time.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { useNarrow } from '#kit/web/ui/use-narrow.ts'
import type { DeploymentRow, Milestone } from '../../contract.ts'
import { say } from '../../copy.ts'
import { listAnchor, noFilters, useDeploymentSearch } from './deployment-search.ts'
import { ProgressCell, spokenName } from './progress-cell.tsx'
import { useComparison, useMilestones } from './use-deployment.ts'

/** A row for each area or organisation, a column for each milestone: how many have done it, how many are late. */
export function Comparison() {
  const { search } = useDeploymentSearch()
  const comparison = useComparison()
  const milestones = useMilestones()
  const isNarrow = useNarrow()
  const path = useAreaPath(search.areaId)
  const title = search.by === 'organisation' ? say.byOrganisation : say.byArea
  return (
    <Card
      title={path.at(-1)?.name ?? t(title)}
      actions={<Views above={path.slice(0, -1)} />}
      className="overflow-clip"
    >
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

/** The compared rows: counties, the areas or stations in one, or organisations, with a link back. */
function Views({ above }: { above: readonly Named[] }) {
  const { search } = useDeploymentSearch()
  const isOfNgos = search.by === 'organisation'
  const view = (isOn: boolean) =>
    `${buttonClass('bare', 'small')} ${isOn ? 'bg-raised text-ours shadow-[0_0_0_1px_var(--color-line)]' : 'text-muted'}`
  const rest = {
    ...search,
    ...{
      by: undefined,
      areaId: undefined,
      countyId: undefined,
      stationId: undefined,
      page: undefined,
    },
  }
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
      {above.map(({ id, name }) => (
        <Link
          key={id}
          to="/deployment"
          search={{ ...rest, areaId: String(id) }}
          className="flex h-9 items-center text-ours hover:underline max-sm:h-11"
        >
          {name}
        </Link>
      ))}
      <nav
        aria-label={t(say.shownBy)}
        className="flex rounded-md border border-line bg-sunken p-px"
      >
        <Link
          to="/deployment"
          search={{ ...rest, ngoId: undefined }}
          {...(!isOfNgos && { 'aria-current': 'true' as const })}
          className={view(!isOfNgos)}
        >
          {t(say.byArea)}
        </Link>
        <Link
          to="/deployment"
          search={{ ...rest, by: 'organisation' }}
          {...(isOfNgos && { 'aria-current': 'true' as const })}
          className={view(isOfNgos)}
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
              {t(headings[search.by ?? 'area'])}
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

const headings = {
  area: say.area,
  station: say.stationAlone,
  organisation: say.organisation,
} as const

/** An area leads to its parts and in the end to its stations, a station to its page, an organisation to its list. */
function RowName({ row }: { row: DeploymentRow }) {
  const { id, name, isDivided } = row
  const { search } = useDeploymentSearch()
  const className = 'rounded-md font-strong text-ink hover:text-ours hover:underline'
  if (search.by === 'station')
    return (
      <Link to="/stations/$id" params={{ id: String(id) }} className={className}>
        {spokenName(row, search)}
      </Link>
    )
  const inwards = { areaId: String(id), by: isDivided ? undefined : ('station' as const) }
  const where = search.by
    ? { ...noFilters, ngoId: String(id) }
    : { ...inwards, countyId: undefined }
  return (
    <Link
      to="/deployment"
      search={{ ...search, ...where, page: undefined }}
      {...(search.by && { hash: listAnchor })}
      title={name}
      className={className}
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
