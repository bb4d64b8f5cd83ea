import { copy } from '#kit/contract/copy.ts'

/** The words of the sheet that says where a workbook comes from. */
export const say = copy({
  source: { ro: 'Sursă', en: 'Source' },
  fact: { ro: 'Despre acest fișier', en: 'About this file' },
  value: { ro: 'Valoare', en: 'Value' },
  election: { ro: 'Alegeri', en: 'Election' },
  madeAt: { ro: 'Întocmit', en: 'Made' },
  figuresAsOf: { ro: 'Cifre la', en: 'Figures as of' },
  madeBy: { ro: 'De', en: 'By' },
  filter: { ro: 'Filtru', en: 'Filter' },
  noFilter: { ro: 'fără', en: 'none' },
  rows: { ro: 'Rânduri', en: 'Rows' },
  position: { ro: 'Istoric: linii sigilate', en: 'History: lines sealed' },
  head: { ro: 'Istoric: ultimul sigiliu', en: 'History: latest seal' },
  sealedAt: { ro: 'Istoric: sigilat la', en: 'History: sealed at' },
})
