import type { DeploymentRow, StateCounts } from '#features/milestones/contract.ts'
import type { Situation, SituationCounty } from './contract.ts'

const sumOf = (counts: StateCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** How far a county is with one milestone: who is excused is not expected. */
export const cellOf = ({
  milestoneId,
  counts,
}: DeploymentRow['milestones'][number]): SituationCounty['cells'][number] => ({
  milestoneId,
  expected: sumOf(counts) - counts.excused,
  done: counts.done,
  late: counts.late,
})

/** What is owed in all, by how far it is. */
export const owedOf = (each: readonly StateCounts[]): Situation['owed'] =>
  each.reduce(
    (total, counts) => ({
      expected: total.expected + sumOf(counts) - counts.excused,
      done: total.done + counts.done,
      due: total.due + counts.due,
      late: total.late + counts.late,
    }),
    { expected: 0, done: 0, due: 0, late: 0 },
  )
