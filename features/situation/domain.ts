import type { DeploymentRow, StateCounts } from '#features/milestones/contract.ts'
import { expectedOf } from '#features/milestones/domain.ts'
import type { Situation, SituationCounty } from './contract.ts'

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
