import type { Eraser } from '#features/elections/server/erase-queries.ts'

/** Which version each phone was given. */
export const erasedCopies: Eraser = { gone: [{ table: 'form_copies' }] }
