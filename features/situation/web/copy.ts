import { copy } from '#kit/contract/copy.ts'

/** The menu's labels: part of the first script; the rest is loaded with the pages. */
export const say = copy({
  menu: { ro: 'Acum', en: 'Now' },
})
