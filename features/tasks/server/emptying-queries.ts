import type { Emptied } from '#features/elections/server/empty-queries.ts'

/** What can be undone of imports goes; who had what done stays, and goes as ever. */
export const emptiedImports: Emptied = { tables: ['imports'] }
