import type { Emptied } from '#features/elections/server/empty-queries.ts'

/** What an election that is emptied loses of its messages. */
export const emptiedNotifications: Emptied = { tables: ['deliveries', 'notifications'] }
