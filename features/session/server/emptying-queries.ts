import type { Emptied } from '#features/elections/server/empty-queries.ts'

/** What an election that is emptied loses of its observers’ phones. */
export const emptiedSessions: Emptied = { tables: ['devices', 'sessions'] }
