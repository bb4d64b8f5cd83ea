import { copy } from '#kit/contract/copy.ts'

/** What menus call it: it comes with the first script, and the rest with the pages. */
export const say = copy({
  menu: { ro: 'Istoric', en: 'History' },
})
