import type { PlannedArea } from '#features/assignments/contract.ts'
import type { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { type Column, columns } from '#kit/contract/column.ts'
import { type Language, speak } from '#kit/contract/copy.ts'
import { clockCell } from '#kit/contract/value/instant.ts'
import { say } from './copy.ts'
import { type Participation, percentOf } from './domain.ts'

/** Says in a file of figures that they are of verified reports only; no column if they are of all. */
export const verifiedColumn = (
  { reviewState }: VerifiedOnly,
  language: Language,
): readonly Column<unknown>[] =>
  reviewState ? [{ title: say.counted, value: () => speak(say.verifiedOnly, language) }] : []

/** The columns of an export of coverage. */
export const coverageColumns = columns<PlannedArea>(
  { title: say.code, value: ({ code }) => code },
  { title: say.area, value: ({ name }) => name },
  { title: say.stations, value: ({ stations }) => stations },
  { title: say.covered, value: ({ covered }) => covered },
  { title: say.coveredPercent, value: ({ covered, stations }) => percentOf(covered, stations) },
  { title: say.met, value: ({ met }) => met },
  { title: say.metPercent, value: ({ met, covered }) => percentOf(met, covered) },
  { title: say.visited, value: ({ visited }) => visited },
  { title: say.visitedPercent, value: ({ visited, stations }) => percentOf(visited, stations) },
)

export type ParticipationRow = Participation & {
  readonly code: string
  readonly area: string
  readonly milestone: string
  readonly dueAt: Date | null
}

/** The columns of an export of participation, with times in the election's time zone. */
export const participationColumns = (timezone: string) =>
  columns<ParticipationRow>(
    { title: say.code, value: ({ code }) => code },
    { title: say.area, value: ({ area }) => area },
    { title: say.milestone, value: ({ milestone }) => milestone },
    { title: say.dueBy, value: ({ dueAt }) => dueAt && clockCell(dueAt, timezone) },
    { title: say.expected, value: ({ expected }) => expected },
    { title: say.done, value: ({ done }) => done },
    { title: say.inPart, value: ({ inPart }) => inPart },
    { title: say.late, value: ({ late }) => late },
    { title: say.excused, value: ({ excused }) => excused },
    {
      title: say.donePercent,
      value: ({ done, expected }) => percentOf(done, expected),
    },
  )
