import { copy } from '#kit/contract/copy.ts'

/** The label of the button: part of the first screen; the rest is loaded with its window. */
export const say = copy({
  downloadAnswers: { ro: 'Descarcă răspunsurile', en: 'Download answers' },
})
