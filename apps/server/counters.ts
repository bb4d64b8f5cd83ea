import type { Db } from '#database/open.ts'
import { listElectionIds } from '#features/elections/server/queries.ts'
import type { Counter } from '#kit/server/jobs/counter.ts'
import { type CountDifference, miscountedBy } from '#kit/server/jobs/recount.ts'
import { features } from './features.ts'

/** Every number that is kept and could be counted, those that others are counted from first. */
export const counters: readonly Counter[] = features.flatMap(({ counters: own = [] }) => own)

/** All that is kept and is not what counting it anew gives. */
export const miscounted = (db: Db): Promise<CountDifference[]> =>
  miscountedBy(db, { counters, elections: listElectionIds })
