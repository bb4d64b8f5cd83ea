import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Named, useAreaPath } from '#features/places/web/use-area-path.ts'
import { groupBy } from '#kit/contract/group.ts'
import { locale, t } from '#kit/web/language.ts'
import { useNarrow as useSearchChange } from '#kit/web/search.ts'
import { Moment } from '#kit/web/time.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Sort } from '#kit/web/ui/table/sort.ts'
import { useNarrow } from '#kit/web/ui/use-narrow.ts'
import type { DeploymentRow, Milestone } from '../../contract.ts'
import { say } from '../../copy.ts'
import { addedCounts } from '../../domain.ts'
import type { AreasSearch } from '../search.ts'
import { useAreasSearch } from './deployment-search.ts'
import { NoPlan } from './empty-plan.tsx'
import { type ComparedRow, ProgressCell, spokenName } from './progress-cell.tsx'
import { useComparison, useMilestones } from './use-deployment.ts'

/** A row for each area or organisation, a column for each milestone: how many have done it, how many are late. */
export function Comparison() {
  const search = useAreasSearch()
  const comparison = useComparison(search)
  const milestones = useMilestones()
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
            {(all) => (rows.length === 0 ? <NoPlan /> : <Rows rows={rows} milestones={all} />)}
          </Loaded>
        )}
      </Loaded>
    </Card>
  )
}

/** The compared rows: counties, the areas or stations in one, or organisations, with a link back. */
function Views({ above }: { above: readonly Named[] }) {
  const { by, areaId, sort } = useAreasSearch()
  const isOfNgos = by === 'organisation'
  const view = (isOn: boolean) =>
    `${buttonClass('bare', 'small')} ${isOn ? 'bg-raised text-ours shadow-[0_0_0_1px_var(--color-line)]' : 'text-muted'}`
  return (
    <>
      {areaId && (
        <Link
          to="/deployment/areas"
          search={{ sort }}
          className="flex h-9 items-center text-ours hover:underline max-sm:h-11"
        >
          {t(say.everywhere)}
        </Link>
      )}
      {above.map(({ id, name }) => (
        <Link
          key={id}
          to="/deployment/areas"
          search={{ areaId: String(id), sort }}
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
          to="/deployment/areas"
          search={{ sort }}
          {...(!isOfNgos && { 'aria-current': 'true' as const })}
          className={view(!isOfNgos)}
        >
          {t(say.byArea)}
        </Link>
        <Link
          to="/deployment/areas"
          search={{ by: 'organisation', sort }}
          {...(isOfNgos && { 'aria-current': 'true' as const })}
          className={view(isOfNgos)}
        >
          {t(say.byOrganisation)}
        </Link>
      </nav>
    </>
  )
}

type Compared = {
  readonly rows: readonly DeploymentRow[]
  readonly milestones: readonly Milestone[]
}

/** Sorted by a column: the name, or how many are late with a milestone; first in the order of the server. */
function Rows({ rows, milestones }: Compared) {
  const sort = sortIn(useAreasSearch())
  const change = useSearchChange<AreasSearch>()
  const isNarrow = useNarrow()
  const onSort = (next: Sort | undefined) =>
    change({ sort: next && `${next.direction === 'descending' ? '-' : ''}${next.by}` })
  const shown = { rows: sortedRows(rows, sort), milestones, sort, onSort }
  return isNarrow ? <RowCards {...shown} /> : <Grid {...shown} />
}

const sortIn = ({ sort }: AreasSearch): Sort | undefined =>
  sort === undefined
    ? undefined
    : {
        by: sort.replace('-', ''),
        direction: sort.startsWith('-') ? 'descending' : 'ascending',
      }

const names = new Intl.Collator(locale, { numeric: true })

function sortedRows(rows: readonly DeploymentRow[], sort: Sort | undefined) {
  if (!sort) return rows
  const { by, direction } = sort
  const sign = direction === 'ascending' ? 1 : -1
  const late = (row: DeploymentRow) =>
    row.milestones.find(({ milestoneId }) => String(milestoneId) === by)?.counts.late ?? 0
  return rows.toSorted(
    (one, other) =>
      sign * (by === byName ? names.compare(one.name, other.name) : late(one) - late(other)),
  )
}

const byName = 'name'

const headingClass =
  'sticky top-0 z-[5] border-b border-line bg-surface px-2 py-1 text-start align-bottom text-small font-normal text-muted'

type Sorting = {
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
}

/** Names from A to Z first, numbers from the highest. */
const firstBy = (by: string): Sort => ({
  by,
  direction: by === byName ? 'ascending' : 'descending',
})

/** A heading that sorts. */
function Heading({
  by,
  sort,
  onSort,
  className,
  children,
}: Sorting & { by: string; className: string; children: ReactNode }) {
  const direction = sort?.by === by ? sort.direction : undefined
  const other = direction === 'ascending' ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={className}>
      <button
        type="button"
        onClick={() => onSort(direction ? { by, direction: other } : firstBy(by))}
        className="flex w-full min-w-0 cursor-pointer items-center gap-1 rounded-md text-start hover:text-ours"
      >
        {children}
        <Icon name={direction ?? 'sortable'} className="shrink-0" />
      </button>
    </th>
  )
}

function Grid({ rows, milestones, ...sorting }: Compared & Sorting) {
  const { by } = useAreasSearch()
  const nameClass = 'sticky start-0 h-10 truncate border-b border-line ps-4 pe-2 text-start'
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise no key would scroll it.
      tabIndex={0}
      aria-label={t(say.progress)}
      className="-mx-4 -mb-4 max-h-[calc(100dvh-17rem)] min-h-64 overflow-auto outline-offset-[-2px]"
    >
      <table
        aria-label={t(say.progress)}
        style={{ minWidth: `${11 + milestones.length * 9}rem` }}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr>
            <Heading by={byName} {...sorting} className={`${headingClass} start-0 z-[6] w-44 ps-4`}>
              {t(headings[by ?? 'area'])}
            </Heading>
            {milestones.map((one) => (
              <Heading key={one.id} by={String(one.id)} {...sorting} className={headingClass}>
                <span className="min-w-0">
                  <span className="block truncate font-strong text-ink" title={one.name}>
                    {one.name}
                  </span>
                  <Deadline of={one} />
                </span>
              </Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="group">
              <th
                scope="row"
                className={`${nameClass} bg-surface font-normal group-hover:bg-sunken`}
              >
                <RowName row={row} />
              </th>
              {milestones.map((one) => (
                <td key={one.id} className="h-10 border-b border-line px-1 group-hover:bg-sunken">
                  <ProgressCell of={row} milestone={one} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th
              scope="row"
              className={`${nameClass} bottom-0 z-[6] border-t bg-sunken font-strong`}
            >
              {t(say.total)}
            </th>
            {milestones.map((one) => (
              <td
                key={one.id}
                className="sticky bottom-0 z-[5] h-10 border-t border-line bg-sunken px-1"
              >
                <ProgressCell of={totalOf(rows)} milestone={one} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** All rows together. */
function totalOf(rows: readonly DeploymentRow[]): ComparedRow {
  const each = groupBy(
    rows.flatMap((row) => row.milestones),
    ({ milestoneId }) => milestoneId,
  )
  const milestones = [...each].map(([milestoneId, own]) => ({
    milestoneId,
    counts: addedCounts(own.map(({ counts }) => counts)),
  }))
  return { name: t(say.total), milestones }
}

const RowCards = ({ rows, milestones, sort, onSort }: Compared & Sorting) => (
  <>
    <Select
      label={t(say.orderBy)}
      items={[
        { id: '', text: t(say.asListed) },
        { id: byName, text: t(say.byName) },
        ...milestones.map(({ id, name }) => ({
          id: String(id),
          text: t(say.mostLate, { milestone: name }),
        })),
      ]}
      value={sort?.by ?? ''}
      onChange={(by) => onSort(by === '' ? undefined : firstBy(by))}
      className="print:hidden"
    />
    <ul aria-label={t(say.progress)} className="-mx-4 -mb-4 divide-y divide-line">
      <RowCard of={totalOf(rows)} milestones={milestones}>
        <span className="font-strong">{t(say.total)}</span>
      </RowCard>
      {rows.map((row) => (
        <RowCard key={row.id} of={row} milestones={milestones}>
          <RowName row={row} />
        </RowCard>
      ))}
    </ul>
  </>
)

const RowCard = ({
  of,
  milestones,
  children,
}: Pick<Compared, 'milestones'> & { of: ComparedRow; children: ReactNode }) => (
  <li className="grid gap-1 px-4 py-3">
    {children}
    {milestones.map((one) => (
      <div key={one.id} className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-2">
        <span className="truncate text-small text-muted">{one.name}</span>
        <ProgressCell of={of} milestone={one} />
      </div>
    ))}
  </li>
)

const headings = {
  area: say.area,
  station: say.stationAlone,
  organisation: say.organisation,
} as const

/** An area leads to its parts and in the end to its stations, a station to its page, an organisation to its list. */
function RowName({ row }: { row: DeploymentRow }) {
  const { id, name, isDivided } = row
  const { by, sort } = useAreasSearch()
  const className = 'rounded-md font-strong text-ink hover:text-ours hover:underline'
  if (by === 'station')
    return (
      <Link to="/stations/$id" params={{ id: String(id) }} className={className}>
        {spokenName(row, { by })}
      </Link>
    )
  if (by === 'organisation')
    return (
      <Link to="/deployment" search={{ ngoId: String(id) }} title={name} className={className}>
        {name}
      </Link>
    )
  return (
    <Link
      to="/deployment/areas"
      search={{ areaId: String(id), sort, ...(!isDivided && { by: 'station' }) }}
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
