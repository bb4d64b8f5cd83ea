import type { Eraser } from '#features/elections/server/erase-queries.ts'

/** Lists that were imported or exported, with whatever is left of their files. */
export const erasedTasks: Eraser = { gone: [{ table: 'imports' }, { table: 'tasks' }] }
