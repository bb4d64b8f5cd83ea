import { counters } from '#apps/server/counters.ts'
import { verify } from '#features/history/server/proof/verify.ts'
import type { Stage } from '../stage.ts'

/** What our own proof says of the database, all of it. */
export const prove = ({ database }: Pick<Stage, 'database'>) =>
  verify(database, { counters, kept: [], tell: () => undefined })

/** What it says where everything is as it was said. */
export const nothingFound = {
  chain: [],
  structure: [],
  rows: [],
  moreRows: 0,
  counts: [],
  skipped: [],
}
