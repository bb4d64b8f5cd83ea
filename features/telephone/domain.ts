/** A station that an observer may be calling about. */
export type Proposed = {
  readonly pollingStationId: number
  readonly county: string
  readonly municipality: string
  readonly pollingStationNumber: number
}

type Shift = Proposed & { readonly from: Date; readonly until: Date }
type Visit = Proposed & { readonly lastModified: Date }

/** Why it is proposed. */
export type ProposedAs = 'on-shift' | 'last-report' | 'planned' | 'reported'

/** As many as the keys 1 to 9 choose. */
const most = 9

/**
 * The stations that an observer is most likely calling about, each once: where their shift is now, where they last
 * reported, where they are planned, where else they reported.
 */
export function proposalsOf(
  now: Date,
  shifts: readonly Shift[],
  visits: readonly Visit[],
): (Proposed & { readonly as: ProposedAs })[] {
  const isNow = ({ from, until }: Shift) => from <= now && now < until
  const [last, ...earlier] = visits.toSorted(
    (one, other) => other.lastModified.getTime() - one.lastModified.getTime(),
  )
  const planned = shifts.toSorted((one, other) => one.from.getTime() - other.from.getTime())
  const all = [
    ...planned.filter(isNow).map((one) => ({ ...one, as: 'on-shift' as const })),
    ...(last ? [{ ...last, as: 'last-report' as const }] : []),
    ...planned.map((one) => ({ ...one, as: 'planned' as const })),
    ...earlier.map((one) => ({ ...one, as: 'reported' as const })),
  ]
  const once = new Map(all.toReversed().map((one) => [one.pollingStationId, one]))
  return all.filter((one) => once.get(one.pollingStationId) === one).slice(0, most)
}
