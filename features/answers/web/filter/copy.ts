import { copy } from '#kit/contract/copy.ts'

/** The filters of the list. */
export const say = copy({
  stationNumber: { ro: 'Numărul secției', en: 'Station number' },
  stationNumberExpected: {
    ro: 'Scrie un număr, de exemplu 12.',
    en: 'Enter a number, such as 12.',
  },
  phone: { ro: 'Telefonul observatorului', en: 'Observer phone' },
  observerName: { ro: 'Numele observatorului', en: 'Observer name' },
  moreFilters: { ro: 'Mai multe filtre', en: 'More filters' },
  fewerFilters: { ro: 'Mai puține filtre', en: 'Fewer filters' },
  withPhotographs: { ro: 'Cu fotografii', en: 'With photographs' },
  organisation: { ro: 'Organizație', en: 'Organisation' },
  withAnswer: { ro: 'Cu răspunsul', en: 'With the answer' },
  fileMissing: { ro: 'Fără fișierul cerut', en: 'Expected file missing' },
  withNotes: { ro: 'Cu note', en: 'With notes' },
  select: { ro: 'Selectează', en: 'Select' },
})
