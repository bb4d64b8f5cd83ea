import { Link } from '@tanstack/react-router'
import { locale, t } from '#kit/web/language.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { DeploymentRow, Milestone } from '../../contract.ts'
import { say } from '../../copy.ts'
import { expectedOf } from '../../domain.ts'
import type { AreasSearch } from '../search.ts'
import { useAreasSearch } from './deployment-search.ts'

/** The bar's parts, from done to not due yet; late has the strongest colour. */
const parts = [
  [['done'], 'bg-done'],
  [['late'], 'bg-attention'],
  [['in-part', 'due'], 'bg-edge'],
  [['excused'], 'bg-quiet-strong'],
] as const

/** A compared row, or without an id all of them together. */
export type ComparedRow = Pick<DeploymentRow, 'name' | 'milestones'> & { readonly id?: number }

/** The filter of the list for a compared row, or for all of them. */
function whereOf(id: number | undefined, { by, areaId }: AreasSearch) {
  if (id === undefined) return { countyId: areaId }
  const place = by === 'organisation' ? 'ngoId' : by === 'station' ? 'stationId' : 'countyId'
  return { [place]: String(id) }
}

/** The name of a compared row. A station has more than its number. */
export const spokenName = ({ name }: Pick<DeploymentRow, 'name'>, { by }: AreasSearch) =>
  by === 'station' ? t(say.stationOf, { number: name }) : name

/** How far a row is with a milestone; it leads to those of its assignments that are late, or to all that owe it. */
export function ProgressCell({ of: row, milestone }: { of: ComparedRow; milestone: Milestone }) {
  const search = useAreasSearch()
  const counts = row.milestones.find(({ milestoneId }) => milestoneId === milestone.id)?.counts
  const expected = counts ? expectedOf(counts) : 0
  const all = counts ? expected + counts.excused : 0
  if (!counts || all === 0)
    return <span className="px-1 text-small text-muted">{t(say.nothingOwed)}</span>
  const { done, late, excused } = counts
  const isExcused = excused > 0 && t(say.excusedBeside, { count: excused })
  const of = { name: spokenName(row, search), milestone: milestone.name, done, expected, late }
  const label = [t(say.cell, of), isExcused].filter(Boolean).join(', ')
  return (
    <Link
      to="/deployment"
      search={{
        ...whereOf(row.id, search),
        milestoneId: String(milestone.id),
        ...(late > 0 && { state: 'late' }),
      }}
      aria-label={label}
      title={label}
      className="grid gap-0.5 rounded-md px-1 py-1 outline-offset-[-2px] hover:bg-ours-soft max-sm:min-h-11 max-sm:content-center"
    >
      <span className="flex min-h-[18px] flex-wrap items-center justify-between gap-x-2 text-small">
        <span className="truncate text-muted tabular-nums">
          {t(say.doneOf, { done, expected })}
        </span>
        {late > 0 && (
          <span className="flex items-center gap-1 rounded-md bg-attention px-1 font-strong whitespace-nowrap text-on-attention">
            <Icon name="warning" className="size-3.5" />
            <span className="sm:hidden">{t(say.lateCount, { count: late })}</span>
            {/* Beside the words, the columns of a laptop had no room for what is done. */}
            <span className="tabular-nums max-sm:hidden">{late.toLocaleString(locale)}</span>
          </span>
        )}
      </span>
      <span className="flex items-center gap-2">
        <span
          aria-hidden="true"
          className="flex h-1.5 min-w-0 flex-1 overflow-hidden rounded-md bg-quiet"
        >
          {parts.map(([states, colour]) => {
            const count = states.reduce((sum, state) => sum + counts[state], 0)
            return (
              <span key={colour} style={{ width: `${(count / all) * 100}%` }} className={colour} />
            )
          })}
        </span>
        {isExcused && <span className="text-small leading-3.5 text-muted">{isExcused}</span>}
      </span>
    </Link>
  )
}
