import type { Db } from '#database/open.ts'
import { listElectionIds } from '#features/elections/server/queries.ts'
import type { Counter } from '#kit/server/jobs/counter.ts'
import { type CountDifference, miscountedBy } from '#kit/server/jobs/recount.ts'
import { features } from './features.ts'

/** Every stored counter; those that others are computed from come first. */
export const counters: readonly Counter[] = features.flatMap(({ counters: own = [] }) => own)

/** Everything that differs from its recount. */
export const miscounted = (db: Db): Promise<CountDifference[]> =>
  miscountedBy(db, { counters, elections: listElectionIds })
