import type { AccountTasks } from '#features/accounts/server/routes.ts'
import type { Ending } from '#features/elections/server/routes.ts'
import { endSending } from '#features/notifications/server/ending-queries.ts'
import { countUnderWay, endTasksIn, endTasksOf } from '#features/tasks/server/ending-queries.ts'

/** What ends with the election that it runs in (docs/decisions/031): every feature that leaves work for later. */
export const endings: readonly Ending[] = [endTasksIn, endSending]

/** What ends with the account that has begun it. */
export const accountTasks: AccountTasks = { count: countUnderWay, end: endTasksOf }
