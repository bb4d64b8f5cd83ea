import type { Emptied } from '#features/elections/server/empty-queries.ts'

/** What an election that is emptied loses of its observers. */
export const emptiedObservers: Emptied = {
  tables: ['imported_observers', 'observers', 'observer_totals'],
  counted: ['observers'],
}
