import { erasedAccounts } from '#features/accounts/server/erasing-queries.ts'
import type { AccountTasks } from '#features/accounts/server/routes.ts'
import { emptiedCounts } from '#features/answers/server/emptying-queries.ts'
import type { ElectionWays } from '#features/elections/server/routes.ts'
import { copiedForms } from '#features/forms/server/copying-queries.ts'
import { emptiedForms } from '#features/forms/server/emptying-queries.ts'
import { erasedCopies } from '#features/forms/server/erasing-queries.ts'
import { erasedLines } from '#features/history/server/erasing-queries.ts'
import { emptiedNotifications } from '#features/notifications/server/emptying-queries.ts'
import { endSending } from '#features/notifications/server/ending-queries.ts'
import { emptiedObservers } from '#features/observers/server/emptying-queries.ts'
import { erasedObservers } from '#features/observers/server/erasing-queries.ts'
import { copiedPlaces } from '#features/places/server/copying-queries.ts'
import { emptiedPlaces } from '#features/places/server/emptying-queries.ts'
import { emptiedSessions } from '#features/session/server/emptying-queries.ts'
import { erasedPhones } from '#features/session/server/erasing-queries.ts'
import { endLooking, setLooking } from '#features/session/server/looking-queries.ts'
import { emptiedImports } from '#features/tasks/server/emptying-queries.ts'
import {
  countUnderWay,
  endTasksIn,
  endTasksOf,
  giveTasksBack,
} from '#features/tasks/server/ending-queries.ts'
import { erasedTasks } from '#features/tasks/server/erasing-queries.ts'
import { emptiedVisits, reports } from '#features/visits/server/emptying-queries.ts'

/** What elections, which come first, have done by the features behind them. */
export const electionWays: ElectionWays = {
  // What ends with the election that it runs in (docs/decisions/031): all that is left for later.
  endings: [endTasksIn, endSending],
  looking: { set: setLooking, end: endLooking },
  copied: [copiedPlaces, copiedForms],
  reports,
  emptied: [
    emptiedNotifications,
    emptiedSessions,
    emptiedCounts,
    emptiedVisits,
    emptiedForms,
    emptiedObservers,
    emptiedPlaces,
    emptiedImports,
  ],
  erasers: [erasedPhones, erasedAccounts, erasedTasks, erasedCopies, erasedObservers, erasedLines],
}

/** What ends with the account that has begun it, and comes back with it. */
export const accountTasks: AccountTasks = {
  count: countUnderWay,
  end: endTasksOf,
  giveBack: giveTasksBack,
}
