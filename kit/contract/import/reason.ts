import { type Copy, copy, type Language, speak } from '../copy.ts'
import type { Fault, FaultCode } from './fault.ts'

/**
 * Explains why a row is wrong, in the reader's language; without a language in English, each fault after the name of its
 * field.
 */
export type Explain = (faults: readonly Fault[], language: Language | undefined) => string

type Sentences = Readonly<Partial<Record<FaultCode, Copy>>>

/** A field's label, and its sentence for refused cells. */
export type Words = { readonly title: Copy; readonly expected: Copy }

/** Sentences for files of any kind. */
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
    ro: 'Este un registru de calcul {kind}, care nu se citește aici. Salvează-l sau exportă-l ca .xlsx sau CSV și alege fișierul acela.',
    en: 'It is an {kind} workbook, which is not read here. Save or export it as .xlsx or CSV, and choose that file.',
  },
  other: {
    ro: 'Nu este o listă, ci un fișier de alt fel ({kind}). Copiază lista într-un program de calcul tabelar (o arhivă se despachetează mai întâi), salveaz-o ca .xlsx sau CSV și alege fișierul acela.',
    en: 'It is no list, but a file of another kind ({kind}). Copy the list into a spreadsheet program (unpack an archive first), save it as .xlsx or CSV, and choose that file.',
  },
  hidden: {
    ro: 'Toate foile cu text din registrul de calcul sunt ascunse. Afișează foaia cu lista, salvează și alege fișierul din nou.',
    en: 'All sheets of the workbook that have text are hidden. Unhide the sheet with the list, save, and choose the file again.',
  },
  locked: {
    ro: 'Registrul de calcul are o parolă. Salvează-l fără parolă și alege-l din nou.',
    en: 'The workbook has a password. Save it without one, and choose it again.',
  },
  damaged: {
    ro: 'Fișierul nu este un registru de calcul care se poate citi. Deschide-l într-un program de calcul tabelar, salvează-l ca .xlsx și alege-l pe acela.',
    en: 'The file is no readable workbook. Open it in a spreadsheet program, save it as .xlsx, and choose that.',
  },
  tooLarge: {
    ro: 'Registrul de calcul este prea mare. Copiază lista într-un registru nou sau salveaz-o ca CSV.',
    en: 'The workbook is too large. Copy the list into a new workbook, or save it as CSV.',
  },
  markup: {
    ro: 'Este o pagină web sau un fișier XML, oricum s-ar numi. Deschide-l într-un program de calcul tabelar, salvează-l ca .xlsx sau CSV și alege-l pe acela.',
    en: 'It is a web page or an XML file, whatever it is called. Open it in a spreadsheet program, save it as .xlsx or CSV, and choose that.',
  },
  error: {
    ro: '„{cell}” este o eroare a foii de calcul. Scrie valoarea însăși, sau lasă celula goală.',
    en: '“{cell}” is an error of the spreadsheet. Type the value itself, or leave the cell empty.',
  },
  date: {
    ro: 'Programul de calcul tabelar a făcut din asta o dată sau o oră. Formatează celula ca text și scrie valoarea din nou.',
    en: 'The spreadsheet has turned this into a date or time. Format the cell as text, and type the value again.',
  },
  quotes: {
    ro: 'Ghilimelele nu se închid sau stau în mijlocul unei celule.',
    en: 'The quotation marks do not close, or stand within a cell.',
  },
})

const ofFiles: Sentences = {
  'file.empty': say.empty,
  'file.letters': say.letters,
  'file.workbook': say.workbook,
  'file.other': say.other,
  'file.hidden': say.hidden,
  'file.locked': say.locked,
  'file.damaged': say.damaged,
  'file.too-large': say.tooLarge,
  'file.markup': say.markup,
  'file.quotes': say.quotes,
  'column.twice': say.twoColumns,
  'row.overfull': say.overfull,
  'cell.error': say.error,
  'cell.date': say.date,
  'cell.quotes': say.quotes,
}

/**
 * Explains the faults of one kind of file.
 * @param own its sentences by code
 * @param words the labels and sentences of its fields
 */
export function explainer(own: Sentences, words: Readonly<Record<string, Words>>): Explain {
  const sentence = (one: Fault, language: Language): string => {
    const { code, field = '', details = {} } = one
    if (code === 'column.missing') return noColumn(one, words[field]?.title, language)
    const known = own[code] ?? ofFiles[code] ?? words[field]?.expected
    return known ? speak(known, language, details) : plain(one)
  }
  return (faults, language) => {
    if (language) return [...new Set(faults.map((one) => sentence(one, language)))].join(' ')
    return faults.map((one) => afterField(one, inEnglish(one, sentence))).join('; ')
  }
}

const noColumn = ({ field = '', details }: Fault, title: Copy | undefined, language: Language) =>
  speak(say.noColumn, language, {
    heading: title ? speak(title, language) : (details?.['heading'] ?? field),
  })

/** For files that no feature explains, in English. */
export const explainPlain: Explain = (faults) =>
  faults.map((one) => afterField(one, plain(one))).join('; ')

/**
 * The schema of a cell describes in its own words what it accepts: clients have read these since the first version.
 */
const inEnglish = (one: Fault, sentence: (one: Fault, language: Language) => string): string =>
  one.code === 'cell.refused' ? plain(one) : sentence(one, 'en')

const plain = ({ code, details = {} }: Fault): string => {
  const known = ofFiles[code]
  return known ? speak(known, 'en', details) : String(details['why'] ?? code)
}

const afterField = ({ field }: Fault, sentence: string): string =>
  field === undefined ? sentence : `${field}: ${sentence}`
