import { groupBy } from '#kit/contract/group.ts'

/** One flagged answer of a report. `stationId` is what its station is counted as. */
export type Flag = {
  readonly visitId: number
  readonly stationId: number
  readonly countyId: number
  readonly questionId: number
  readonly at: Date
  /** Whether its report is linked to an incident. */
  readonly isLinked: boolean
}

/** What a suggestion is about: a station, or a question in a county. */
export type Pattern = { readonly placeId: number; readonly questionId: number | null }

export type Dismissal = Pattern & { readonly untilAt: Date }

export type Cluster<F extends Flag = Flag> = Pattern & { readonly flags: readonly [F, ...F[]] }

const minuteMs = 60_000

/** How many reports within what time make a suggestion. */
const rules = [
  {
    patternOf: ({ stationId }: Flag): Pattern => ({ placeId: stationId, questionId: null }),
    ...{ reports: 2, withinMs: 30 * minuteMs },
  },
  {
    patternOf: ({ countyId, questionId }: Flag): Pattern => ({ placeId: countyId, questionId }),
    ...{ reports: 3, withinMs: 60 * minuteMs },
  },
] as const

export const keyOf = ({ placeId, questionId }: Pattern): string => `${placeId}/${questionId ?? ''}`

/**
 * Flagged answers that belong together: two reports of a station within 30 minutes, or three with the same question in a
 * county within an hour; the newest first. None with a report that is linked already.
 */
export function clustersOf<F extends Flag>(
  flags: readonly F[],
  dismissed: readonly Dismissal[],
): Cluster<F>[] {
  const inOrder = flags.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const dismissedUntil = groupBy(dismissed, keyOf)
  const isDismissed = (pattern: Pattern, { at }: F) =>
    (dismissedUntil.get(keyOf(pattern)) ?? []).some(({ untilAt }) => at <= untilAt)
  return rules
    .flatMap((rule) =>
      [...groupBy(inOrder, (flag) => keyOf(rule.patternOf(flag))).values()].flatMap((some) =>
        runsOf(
          some.filter((flag) => !isDismissed(rule.patternOf(flag), flag)),
          rule,
        ).map((run) => ({ ...rule.patternOf(run[0]), flags: run })),
      ),
    )
    .filter(({ flags: run }) => run.every(({ isLinked }) => !isLinked))
    .toSorted((a, b) => endOf(b) - endOf(a))
}

const endOf = ({ flags }: Cluster) => (flags.at(-1) ?? flags[0]).at.getTime()

/** Joins the spans with enough reports that overlap. */
function runsOf<F extends Flag>(
  flags: readonly F[],
  { reports, withinMs }: Pick<(typeof rules)[number], 'reports' | 'withinMs'>,
): [F, ...F[]][] {
  const runs: [F, ...F[]][] = []
  let end = 0
  for (const [start, first] of flags.entries()) {
    const isWithin = ({ at }: F) => at.getTime() - first.at.getTime() <= withinMs
    const until = flags.findLastIndex(isWithin) + 1
    const span = flags.slice(start, until)
    if (new Set(span.map(({ visitId }) => visitId)).size < reports) continue
    const run = runs.at(-1)
    if (run && start < end) run.push(...flags.slice(end, until))
    else runs.push([first, ...span.slice(1)])
    end = until
  }
  return runs
}
