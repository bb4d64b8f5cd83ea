import { type Copy, copy, type Language, speak } from './copy.ts'

/** Why a row is wrong, in the reader's language: what finds it says it in English, by the field's name. */
export type Explain = (reason: string, language: Language) => string

/** How a reason reads, the sentence that says it, and what its brackets find. */
export type KnownReason = readonly [shape: RegExp, sentence: Copy, names: readonly string[]]

const say = copy({
  empty: { ro: 'Fișierul este gol.', en: 'The file is empty.' },
  overfull: {
    ro: 'Rândul are {cells} celule sub {headings} titluri.',
    en: 'The row has {cells} cells under {headings} headings.',
  },
  noColumn: { ro: 'Lipsește coloana {heading}.', en: 'There is no column {heading}.' },
  twoColumns: {
    ro: 'Mai multe coloane spun același lucru: {headings}.',
    en: 'Several columns say the same: {headings}.',
  },
  letters: {
    ro: 'Literele fișierului nu sunt nici UTF-8, nici UTF-16, nici Windows-1250. Salvează-l ca UTF-8.',
    en: 'The letters of the file are neither UTF-8, UTF-16 nor Windows-1250. Save it as UTF-8.',
  },
  workbook: {
    ro: 'Este un registru de calcul. Salvează-l ca CSV și alege-l din nou.',
    en: 'It is a workbook. Save it as CSV and choose it again.',
  },
  quotes: {
    ro: 'Ghilimelele nu se închid sau stau în mijlocul unei celule.',
    en: 'The quotation marks do not close, or stand within a cell.',
  },
})

/** What is said of any file, whatever it holds (`rows.ts`, and the reading of CSV). */
const ofFiles: readonly KnownReason[] = [
  [/^The file is empty$/, say.empty, []],
  [/^row: (\d+) cells under (\d+) headings$/, say.overfull, ['cells', 'headings']],
  [/^\w+: Several columns say it: (.+)$/, say.twoColumns, ['headings']],
  [/its letters are neither UTF-8/, say.letters, []],
  [/: it is a workbook, and not CSV$/, say.workbook, []],
  [/^[^:]*: (?=.*quote)/i, say.quotes, []],
]

type ByField = Readonly<Record<string, Copy>>

/**
 * What explains the reasons of one kind of file: those it is known to give, by the name of a field what is
 * expected of that, and what the columns are called that it cannot do without.
 */
export const explainer =
  (known: readonly KnownReason[], expected: ByField, titles: ByField): Explain =>
  (reason, language) => {
    const whole =
      spoken([...known, ...ofFiles], reason, language) ?? missing(titles, reason, language)
    if (whole !== undefined) return whole
    const each = reason.split('; ').map((one) => {
      const [, field = ''] = /^(\w+): /.exec(one) ?? []
      const sentence = Object.hasOwn(expected, field) ? expected[field] : undefined
      return spoken(known, one, language) ?? (sentence ? speak(sentence, language) : one)
    })
    return [...new Set(each)].join(' ')
  }

function missing(titles: ByField, reason: string, language: Language): string | undefined {
  const [, field = '', heading = ''] = /^(\w+): There is no column (.+)$/.exec(reason) ?? []
  if (!heading) return undefined
  const title = titles[field]
  return speak(say.noColumn, language, { heading: title ? speak(title, language) : heading })
}

function spoken(
  reasons: readonly KnownReason[],
  reason: string,
  language: Language,
): string | undefined {
  for (const [shape, sentence, names] of reasons) {
    const found = shape.exec(reason)
    if (!found) continue
    const values = names.map((name, place) => [name, found[place + 1] ?? ''])
    return speak(sentence, language, Object.fromEntries(values))
  }
  return undefined
}
