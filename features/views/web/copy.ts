import { type Copy, copy } from '#kit/contract/copy.ts'
import type { Sharing } from '../contract.ts'

export const say = copy({
  views: { ro: 'Liste păstrate', en: 'Kept lists' },
  keep: { ro: 'Păstrează lista…', en: 'Keep this list…' },
  none: { ro: 'Nicio listă păstrată', en: 'No kept lists' },
  noList: {
    ro: 'Deschide o listă, de pildă cea a răspunsurilor, și alege filtrele.',
    en: 'Open a list, such as the answers, and choose its filters.',
  },
  title: { ro: 'Păstrează lista cu filtrele ei', en: 'Keep the list with its filters' },
  name: { ro: 'Nume', en: 'Name' },
  nameExpected: { ro: 'Scrie un nume.', en: 'Enter a name.' },
  sharing: { ro: 'Vizibilă pentru', en: 'Visible to' },
  submit: { ro: 'Păstrează', en: 'Keep' },
  kept: { ro: 'Lista „{name}” este păstrată.', en: 'The list “{name}” is kept.' },
  delete: { ro: 'Șterge „{name}”', en: 'Delete “{name}”' },
  deleted: { ro: 'Lista „{name}” a fost ștearsă.', en: 'The list “{name}” was deleted.' },
  restored: { ro: 'Lista este înapoi.', en: 'The list is back.' },
  byAuthor: { ro: '{name} ({author})', en: '{name} ({author})' },
})

/** Who sees a view. */
export const sharingNames = copy({
  own: { ro: 'mine', en: 'me' },
  organisation: { ro: 'organizația mea', en: 'my organisation' },
  everybody: { ro: 'toți', en: 'everybody' },
} satisfies Readonly<Record<Sharing, Copy>>)

/** What that means. */
export const sharingHints = copy({
  own: { ro: 'Nu o vede altcineva.', en: 'Others do not see it.' },
  organisation: { ro: 'Colegii o găsesc în meniu.', en: 'Colleagues find it in their menu.' },
  everybody: {
    ro: 'Toate organizațiile o găsesc în meniu; fiecare vede în ea doar ce are voie.',
    en: 'All organisations find it in their menu; each sees in it only what is theirs.',
  },
} satisfies Readonly<Record<Sharing, Copy>>)
