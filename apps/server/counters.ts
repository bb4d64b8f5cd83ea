import type { Db } from '#database/open.ts'
import { answerCounters } from '#features/answers/server/recount-queries.ts'
import { listElectionIds } from '#features/elections/server/queries.ts'
import { electionCounters } from '#features/elections/server/recount-queries.ts'
import { noteCounters } from '#features/notes/server/recount-queries.ts'
import { notificationCounters } from '#features/notifications/server/recount-queries.ts'
import { observerCounters } from '#features/observers/server/recount-queries.ts'
import { placeCounters } from '#features/places/server/recount-queries.ts'
import { visitCounters } from '#features/visits/server/recount-queries.ts'
import type { Counter } from '#kit/server/counter.ts'
import { type Difference, miscountedBy } from '#kit/server/recount.ts'
import { electionWays } from './endings.ts'

/** Every number that is kept and could be counted, those that others are counted from first. */
export const counters: readonly Counter[] = [
  ...electionCounters(electionWays.erasers),
  ...placeCounters,
  ...observerCounters,
  ...notificationCounters,
  ...visitCounters,
  ...noteCounters,
  ...answerCounters,
]

/** All that is kept and is not what counting it anew gives. */
export const miscounted = (db: Db): Promise<Difference[]> =>
  miscountedBy(db, { counters, elections: listElectionIds })
