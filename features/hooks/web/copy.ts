import { copy } from '#kit/contract/copy.ts'

/** In the first script, with the menu: the words of the page itself are in `../copy.ts`. */
export const say = copy({
  menu: { ro: 'Web hook-uri', en: 'Web hooks' },
})
