import { projections } from '#apps/server/projections.ts'
import { verify } from '#features/history/server/proof/verify.ts'
import type { Stage } from '../stage.ts'

/** The findings of our full proof of the database. */
export const prove = ({ database }: Pick<Stage, 'database'>) =>
  verify(database, { projections, kept: [], report: () => undefined })

/** Its result without faults. */
export const nothingFound = {
  chain: [],
  structure: [],
  rows: [],
  moreRows: 0,
  counts: [],
  skipped: [],
}
