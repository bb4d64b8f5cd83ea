import type { DeploymentRow, StateCounts } from '#features/milestones/contract.ts'
import { expectedOf } from '#features/milestones/domain.ts'
import type { NowCounty, Situation, SituationCounty } from './contract.ts'

/** A county's progress with one milestone. Excused observers are not expected. */
export const cellOf = ({
  milestoneId,
  counts,
}: DeploymentRow['milestones'][number]): SituationCounty['cells'][number] => ({
  milestoneId,
  expected: expectedOf(counts),
  done: counts.done,
  late: counts.late,
})

/** The totals of all expectations. */
export const owedOf = (each: readonly StateCounts[]): Situation['owed'] =>
  each.reduce(
    (total, counts) => ({
      expected: total.expected + expectedOf(counts),
      done: total.done + counts.done,
      due: total.due + counts.due,
      late: total.late + counts.late,
    }),
    { expected: 0, done: 0, due: 0, late: 0 },
  )

type Troubled = Pick<NowCounty, 'expected' | 'late' | 'reports' | 'flagged'>

/** The highest share late or flagged first; equal shares keep their order. */
export const worstFirst = <County extends Troubled>(counties: readonly County[]): County[] =>
  counties.toSorted(
    (a, b) => worstShare(b) - worstShare(a) || b.late + b.flagged - a.late - a.flagged,
  )

/** The counties with the highest share late or flagged; those with neither are left out. */
export const worstCounties = (counties: readonly NowCounty[], most: number): NowCounty[] =>
  worstFirst(counties.filter(({ late, flagged }) => late > 0 || flagged > 0)).slice(0, most)

const worstShare = ({ expected, late, reports, flagged }: Troubled): number =>
  Math.max(shareOf(late, expected), shareOf(flagged, reports))

const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
