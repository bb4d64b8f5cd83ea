import type { Situation, SituationCounty } from '../../contract.ts'

/** The most that fit on a screen without scrolling, legible from a distance. */
const most = { counties: 12, milestones: 5 } as const

/** One page of strips. */
export type Strips = {
  readonly milestones: readonly Situation['milestones'][number][]
  readonly counties: readonly SituationCounty[]
}

/**
 * The pages of strips: the worst counties with the first milestones, then with the next.
 * @param isOnePage if the page can scroll: then all counties with all milestones
 */
export function stripPages(
  { milestones, counties }: Pick<Situation, 'milestones' | 'counties'>,
  isOnePage: boolean,
): Strips[] {
  const owing = milestones.filter(({ id }) =>
    counties.some(({ cells }) => cells.some((one) => one.milestoneId === id)),
  )
  if (isOnePage) return [{ milestones: owing, counties }]
  const worst = counties.slice(0, most.counties)
  const some = portions(owing, most.milestones).map((own) => ({ milestones: own, counties: worst }))
  return some.length > 0 ? some : [{ milestones: [], counties: [] }]
}

/** Splits items into portions of about equal length, up to `longest`. */
function portions<Item>(items: readonly Item[], longest: number): (readonly Item[])[] {
  const count = Math.ceil(items.length / longest)
  const each = Math.ceil(items.length / Math.max(1, count))
  return Array.from({ length: count }, (_, nth) => items.slice(nth * each, (nth + 1) * each))
}

/** The width of the widest figures in ems, so that none is cut. */
export function widestFigures({ counties }: Strips): number {
  const widths = counties.flatMap(({ cells }) =>
    cells.map(({ done, expected, late }) => {
      const digits = `${done}/${expected}${late || ''}`.length * 0.56
      return late > 0 ? digits + 1.15 : digits
    }),
  )
  return Math.max(0, ...widths)
}
