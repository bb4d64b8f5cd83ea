import { copy } from '#kit/contract/copy.ts'

/** What the first screen does without. */
export const say = copy({
  figuresAsOf: { ro: 'Cifre la {time}', en: 'Figures as of {time}' },
  copy: { ro: 'Copiază', en: 'Copy' },
  copied: { ro: 'Copiat', en: 'Copied' },
  actions: { ro: 'Acțiuni', en: 'Actions' },
  bringBack: { ro: 'Adu înapoi', en: 'Bring back' },
  bringBackOf: { ro: 'Adu înapoi: {name}', en: 'Bring back {name}' },
})
