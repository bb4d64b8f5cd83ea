import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  answers: { ro: 'Răspunsuri', en: 'Answers' },
  visits: { ro: 'Vizite', en: 'Visits' },
  notes: { ro: 'Note', en: 'Notes' },
  phone: { ro: 'Telefonul observatorului', en: 'Observer’s phone' },
  observer: { ro: 'Observator', en: 'Observer' },
  ngo: { ro: 'Organizație', en: 'Organisation' },
  province: { ro: 'Provincie', en: 'Province' },
  countyCode: { ro: 'Codul județului', en: 'County code' },
  county: { ro: 'Județ', en: 'County' },
  area: { ro: 'Localitate', en: 'Municipality' },
  station: { ro: 'Secția', en: 'Station' },
  address: { ro: 'Adresa secției', en: 'Address' },
  lastModified: { ro: 'Ultima modificare', en: 'Last change' },
  form: { ro: 'Formular', en: 'Form' },
  version: { ro: 'Versiunea formularului', en: 'Form version' },
  // Appended to a question whose wording has changed.
  ofVersion: { ro: 'versiunea {versions}', en: 'version {versions}' },
  questionCode: { ro: 'Codul întrebării', en: 'Question code' },
  question: { ro: 'Întrebare', en: 'Question' },
  option: { ro: 'Răspuns', en: 'Answer' },
  text: { ro: 'Text', en: 'Text' },
  flagged: { ro: 'Semnalat', en: 'Flagged' },
  receivedAt: { ro: 'Primit', en: 'Received' },
  clerk: { ro: 'Scris la telefon de', en: 'By telephone, written by' },
  infoClerk: {
    ro: 'Date despre secție scrise la telefon de',
    en: 'Station info by telephone, written by',
  },
  arrived: { ro: 'Sosire', en: 'Arrived' },
  left: { ro: 'Plecare', en: 'Left' },
  urban: { ro: 'Mediu urban', en: 'Urban area' },
  female: { ro: 'Președintă', en: 'Female president' },
  answered: { ro: 'Întrebări cu răspuns', en: 'Questions answered' },
  flags: { ro: 'Răspunsuri semnalate', en: 'Flagged answers' },
  noteCount: { ro: 'Număr de note', en: 'Number of notes' },
  note: { ro: 'Notă', en: 'Note' },
  files: { ro: 'Fișiere', en: 'Files' },

  // The download dialog of the answers page.
  downloadTitle: { ro: 'Descarci răspunsurile?', en: 'Download the answers?' },
  ofReports: {
    ro: {
      one: 'Fișierul cuprinde un raport.',
      few: 'Fișierul cuprinde {count} rapoarte.',
      other: 'Fișierul cuprinde {count} de rapoarte.',
    },
    en: { one: 'The file contains 1 report.', other: 'The file contains {count} reports.' },
  },
  asFiltered: {
    ro: 'Se aplică filtrele din listă.',
    en: 'The filters of the list apply.',
  },
  what: { ro: 'Ce descarci', en: 'What to download' },
  answersWorkbook: { ro: 'Tot, ca registru Excel', en: 'Everything, as an Excel workbook' },
  answersWorkbookAbout: {
    ro: 'O foaie pentru fiecare formular, apoi răspunsurile, vizitele și notele.',
    en: 'One sheet per form, then answers, visits and notes.',
  },
  answersCsv: { ro: 'Răspunsurile, ca fișier CSV', en: 'The answers, as a CSV file' },
  answersCsvAbout: {
    ro: 'Câte un rând pentru fiecare răspuns ales.',
    en: 'One row per chosen answer.',
  },
  notesWorkbook: { ro: 'Notele, ca registru Excel', en: 'The notes, as an Excel workbook' },
  notesWorkbookAbout: {
    ro: 'Câte un rând pentru fiecare notă, cu numele fișierelor ei.',
    en: 'One row per note, with the names of its files.',
  },
  notesCsv: { ro: 'Notele, ca fișier CSV', en: 'The notes, as a CSV file' },
  notesCsvAbout: {
    ro: 'Aceleași rânduri, fără formatare.',
    en: 'The same rows, without formatting.',
  },
  preparedLater: {
    ro: 'Se pregătește pe server; te anunțăm când e gata. Îl găsești la „Importuri și exporturi”, sus.',
    en: 'It is prepared on the server; we tell you when it is ready. You find it under “Imports and exports” at the top.',
  },
  cancel: { ro: 'Renunță', en: 'Cancel' },
  download: { ro: 'Descarcă', en: 'Download' },
  prepare: { ro: 'Pregătește', en: 'Prepare' },
  beingPrepared: { ro: 'Exportul se pregătește', en: 'The export is being prepared' },
  beingPreparedWhere: {
    ro: 'Îl găsești la „Importuri și exporturi”, sus.',
    en: 'You find it under “Imports and exports” at the top.',
  },
})
