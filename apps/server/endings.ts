import type { AccountTasks } from '#features/accounts/server/routes.ts'
import type { ElectionWays, Ending } from '#features/elections/server/routes.ts'
import { endSending } from '#features/notifications/server/ending-queries.ts'
import { endLooking, setLooking } from '#features/session/server/looking-queries.ts'
import {
  countUnderWay,
  endTasksIn,
  endTasksOf,
  giveTasksBack,
} from '#features/tasks/server/ending-queries.ts'

/** What ends with the election that it runs in (docs/decisions/031): all that is left for later. */
export const endings: readonly Ending[] = [endTasksIn, endSending]

/** What elections, which come first, have done by the features behind them. */
export const electionWays: ElectionWays = {
  endings,
  looking: { set: setLooking, end: endLooking },
}

/** What ends with the account that has begun it, and comes back with it. */
export const accountTasks: AccountTasks = {
  count: countUnderWay,
  end: endTasksOf,
  giveBack: giveTasksBack,
}
