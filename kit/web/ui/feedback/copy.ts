import { copy } from '#kit/contract/copy.ts'

/** What the first screen does without. */
export const say = copy({
  figuresAsOf: { ro: 'Cifre la {time}', en: 'Figures as of {time}' },
})
