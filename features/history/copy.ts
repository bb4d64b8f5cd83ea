import { type Copy, copy } from '#kit/contract/copy.ts'
import type { Words } from '#kit/contract/feature.ts'
import type { BrokenLink, ProofFindings, ProofRun } from './contract.ts'

export const say = copy({
  history: { ro: 'Istoric', en: 'History' },
  lines: { ro: 'Cine ce a făcut', en: 'Who did what' },
  total: {
    ro: { one: 'O linie', few: '{count} linii', other: '{count} de linii' },
    en: { one: '1 line', other: '{count} lines' },
  },
  atLeast: {
    ro: { one: 'Peste o linie', few: 'Peste {count} linii', other: 'Peste {count} de linii' },
    en: { one: 'Over 1 line', other: 'Over {count} lines' },
  },
  noLines: { ro: 'Nicio linie', en: 'There are no lines' },
  noLinesWhy: {
    ro: 'Nimeni nu a făcut încă nimic care să se potrivească.',
    en: 'No matching act yet.',
  },

  report: { ro: 'Raport', en: 'Report' },
  reportFrom: { ro: 'Raport: {station}', en: 'Report: {station}' },

  // What narrows the list.
  when: { ro: 'Când', en: 'When' },
  who: { ro: 'Cine', en: 'Who' },
  act: { ro: 'Ce a făcut', en: 'What was done' },
  subject: { ro: 'Despre ce', en: 'To what' },
  any: { ro: 'Orice', en: 'Any' },
  oneReport: { ro: 'Un singur raport', en: 'One report' },
  oneObserver: { ro: 'Un singur observator', en: 'One observer' },
  oneStation: { ro: 'O singură secție', en: 'One station' },
  oneThing: { ro: 'Un singur lucru', en: 'One record' },

  // A line.
  unfold: { ro: '{act}, {who}: detalii', en: '{act}, {who}: details' },
  unnamed: { ro: 'Fără nume', en: 'Unnamed' },
  field: { ro: 'Câmp', en: 'Field' },
  before: { ro: 'Înainte', en: 'Before' },
  after: { ro: 'După', en: 'After' },
  value: { ro: 'Valoare', en: 'Value' },
  everything: { ro: 'Conținut', en: 'Content' },
  nothing: { ro: 'nimic', en: 'nothing' },
  nothingMore: { ro: 'Nu sunt alte detalii.', en: 'There are no further details.' },
  yes: { ro: 'Da', en: 'Yes' },
  no: { ro: 'Nu', en: 'No' },
  question: { ro: 'Întrebarea nr. {id}', en: 'Question no. {id}' },
  option: { ro: 'Răspunsul nr. {id}', en: 'Option no. {id}' },
  lineNumber: { ro: 'Linia {id}', en: 'Line {id}' },
  unsealed: { ro: 'Încă nesigilată', en: 'Not sealed yet' },
  sealedAs: { ro: 'Sigilată, înregistrarea {position}', en: 'Sealed, link {position}' },

  // The chain.
  chain: { ro: 'Sigiliul istoricului', en: 'The seal of history' },
  chainAbout: {
    ro: 'Fiecare linie este legată de cea dinainte. Cine schimbă una rupe lanțul, și se vede unde.',
    en: 'Each line is tied to the one before. Changing one breaks the chain, and shows where.',
  },
  notSealed: { ro: 'Încă nu este sigilată nicio linie', en: 'No line is sealed yet' },
  sealed: {
    ro: {
      one: 'O linie este sigilată',
      few: '{count} linii sunt sigilate',
      other: '{count} de linii sunt sigilate',
    },
    en: { one: '1 line is sealed', other: '{count} lines are sealed' },
  },
  waiting: {
    ro: { one: 'una așteaptă', few: '{count} așteaptă', other: '{count} așteaptă' },
    en: { one: '1 is waiting', other: '{count} are waiting' },
  },
  refused: {
    ro: 'Istoricul nu mai este sigilat: sigiliile de după înregistrarea {found} au fost scoase sau făcute din nou. Lanțul ajunsese la înregistrarea {remembered}. Păstrează o copie de siguranță, oprește schimbările și rulează „npm run verify” pe server.',
    en: 'History is no longer sealed: seals after link {found} were removed or made again. The chain had reached link {remembered}. Keep a backup, change nothing, and run “npm run verify” on the server.',
  },
  downloadHead: { ro: 'Descarcă ultimul sigiliu', en: 'Download the latest seal' },
  verify: { ro: 'Verifică lanțul', en: 'Verify the chain' },
  verifying: { ro: 'Se verifică', en: 'Verifying' },
  stop: { ro: 'Oprește', en: 'Stop' },
  whole: {
    ro: {
      one: 'Lanțul este întreg: o înregistrare',
      few: 'Lanțul este întreg: {count} înregistrări',
      other: 'Lanțul este întreg: {count} de înregistrări',
    },
    en: { one: 'The chain is whole: 1 link', other: 'The chain is whole: {count} links' },
  },

  // Everything that history can prove.
  proof: { ro: 'Rapoartele față de istoric', en: 'Reports against history' },
  proofAbout: {
    ro: 'În fiecare noapte, tot ce au trimis observatorii este refăcut din istoric și comparat cu ce este păstrat.',
    en: 'Each night everything observers sent is rebuilt from history and compared with what is stored.',
  },
  prove: { ro: 'Verifică acum', en: 'Prove now' },
  neverProved: { ro: 'Nu s-a verificat încă nimic', en: 'Nothing has been proved yet' },
  proofFailed: {
    ro: 'O verificare nu s-a încheiat; jurnalul serverului spune de ce:',
    en: 'A proof did not come to its end, and the server’s log says why:',
  },
  provedAt: { ro: 'Verificat ultima dată', en: 'Last proved' },
  provedUpTo: { ro: 'până la înregistrarea {position}', en: 'up to link {position}' },
  comparedRows: {
    ro: {
      one: 'un rând comparat',
      few: '{count} rânduri comparate',
      other: '{count} de rânduri comparate',
    },
    en: { one: '1 row compared', other: '{count} rows compared' },
  },
  nothingDiffers: { ro: 'Nimic nu diferă', en: 'Nothing differs' },
  differing: {
    ro: {
      one: 'Un lucru diferă',
      few: '{count} lucruri diferă',
      other: '{count} de lucruri diferă',
    },
    en: { one: '1 thing differs', other: '{count} things differ' },
  },
  inTheProgram: { ro: 'Ce spune programul, în engleză', en: 'What the program says' },
  differingHow: {
    ro: 'Păstrează o copie de siguranță și rulează „npm run verify” pe server: le numește pe toate.',
    en: 'Keep a backup and run “npm run verify” on the server: it names all of them.',
  },

  broken: {
    ro: 'Lanțul este rupt la înregistrarea {position}.',
    en: 'The chain is broken at link {position}.',
  },
})

/** Sentences selected by a word in history; a word without a sentence is shown unchanged. */
export const faults: Readonly<Record<BrokenLink['fault'], Copy>> = copy({
  altered: { ro: 'Linia {line} a fost modificată.', en: 'Line {line} was altered.' },
  removed: { ro: 'Aici a fost scoasă o linie.', en: 'A line was removed here.' },
  inserted: {
    ro: 'Linia {line} a fost strecurată ulterior.',
    en: 'Line {line} was inserted afterwards.',
  },
  reordered: { ro: 'Linia {line} a fost mutată.', en: 'Line {line} was moved.' },
  erased: {
    ro: 'Din linia {line} s-au șters date fără un act de ștergere.',
    en: 'Data was erased from line {line} without a recorded erasure.',
  },
} satisfies Record<BrokenLink['fault'], Copy>)

/** What can differ, by the kinds of a proof. */
export const proofKinds = copy({
  chain: { ro: 'Lanțul', en: 'The chain' },
  structure: { ro: 'Baza de date', en: 'The database' },
  rows: { ro: 'Rapoarte, note și mesaje', en: 'Reports, notes and messages' },
  counts: { ro: 'Numărători', en: 'Counts' },
  skipped: { ro: 'Necomparat', en: 'Not compared' },
} satisfies Record<keyof ProofFindings, Copy>)

/** What is being done. */
export const proofStages = copy({
  chain: { ro: 'Se reface lanțul', en: 'Making the chain again' },
  reports: { ro: 'Se compară rapoartele', en: 'Comparing reports' },
  counts: { ro: 'Se numără din nou', en: 'Counting anew' },
} satisfies Record<ProofRun['stage'], Copy>)

export const roles: Words = copy({
  organiser: { ro: 'organizator', en: 'organiser' },
  'ngo-administrator': { ro: 'administrator ONG', en: 'NGO administrator' },
  reviewer: { ro: 'verificator', en: 'reviewer' },
  guest: { ro: 'invitat', en: 'guest' },
  observer: { ro: 'observator', en: 'observer' },
  server: { ro: 'serverul', en: 'the server' },
  stranger: { ro: 'necunoscut', en: 'unknown person' },
} satisfies Words)

/** Titles of fields in the lines of several features; a field without a title is shown unchanged. */
export const fields: Words = copy({
  account: { ro: 'Cont', en: 'Account' },
  added: { ro: 'Adăugate', en: 'Added' },
  answers: { ro: 'Răspunsuri', en: 'Answers' },
  areas: { ro: 'Unități administrative', en: 'Areas' },
  asked: { ro: 'Cerute', en: 'Asked for' },
  at: { ro: 'Când', en: 'When' },
  body: { ro: 'Mesaj', en: 'Message' },
  by: { ro: 'De către', en: 'By' },
  bytes: { ro: 'Octeți', en: 'Bytes' },
  chain: { ro: 'Lanțul istoricului', en: 'Chain of history' },
  changed: { ro: 'Modificate', en: 'Changed' },
  changes: { ro: 'Modificări', en: 'Changes' },
  channel: { ro: 'Canal', en: 'Channel' },
  code: { ro: 'Cod', en: 'Code' },
  countyCodes: { ro: 'Limitat la județele', en: 'Limited to counties' },
  currentVersion: { ro: 'Versiunea publicată', en: 'Published version' },
  day: { ro: 'Ziua', en: 'Day' },
  deleted: { ro: 'Șterși', en: 'Deleted' },
  // Of a form and its sections: their title, under the name that the first system gave it.
  description: { ro: 'Titlu', en: 'Title' },
  details: { ro: 'Descriere', en: 'Description' },
  diaspora: { ro: 'Diaspora', en: 'Diaspora' },
  draft: { ro: 'Ciornă', en: 'Draft' },
  email: { ro: 'E-mail', en: 'Email' },
  fileName: { ro: 'Fișier', en: 'File' },
  files: { ro: 'Fișiere', en: 'Files' },
  filter: { ro: 'Filtru', en: 'Filter' },
  format: { ro: 'Format', en: 'Format' },
  formSections: { ro: 'Secțiuni', en: 'Sections' },
  hasAreas: { ro: 'Are localități', en: 'Has municipalities' },
  hash: { ro: 'Amprentă (hash)', en: 'Hash' },
  id: { ro: 'Număr intern', en: 'Internal number' },
  isActive: { ro: 'Activă', en: 'Active' },
  isCounted: { ro: 'Numărată', en: 'Counted' },
  isDiaspora: { ro: 'Diaspora', en: 'Diaspora' },
  isDraft: { ro: 'Ciornă', en: 'Draft' },
  isMailed: { ro: 'Trimis prin e-mail', en: 'Sent by email' },
  isOrganiser: { ro: 'Organizator', en: 'Organiser' },
  isQuestionUnknown: { ro: 'Întrebarea nu există', en: 'No such question' },
  kind: { ro: 'Fel', en: 'Kind' },
  language: { ro: 'Limba', en: 'Language' },
  lastModified: { ro: 'Ultima modificare', en: 'Last changed' },
  name: { ro: 'Nume', en: 'Name' },
  ngoId: { ro: 'Organizația nr.', en: 'Organisation no.' },
  numberOfPollingStations: { ro: 'Numărul secțiilor', en: 'Number of polling stations' },
  order: { ro: 'Ordine', en: 'Order' },
  pollingStationId: { ro: 'Secția nr.', en: 'Station no.' },
  position: { ro: 'Înregistrarea', en: 'Record' },
  questionId: { ro: 'Întrebarea nr.', en: 'Question no.' },
  refused: { ro: 'Refuzate', en: 'Refused' },
  revision: { ro: 'Revizia', en: 'Revision' },
  role: { ro: 'Rol', en: 'Role' },
  rows: { ro: 'Rânduri', en: 'Rows' },
  sent: { ro: 'Trimis', en: 'Sent' },
  sessions: { ro: 'Sesiuni încheiate', en: 'Sessions ended' },
  sharing: { ro: 'Cu numărul altcuiva', en: 'Sharing a number' },
  shortName: { ro: 'Nume scurt', en: 'Short name' },
  skipInvalid: { ro: 'Fără rândurile greșite', en: 'Without the wrong rows' },
  sort: { ro: 'Sortare', en: 'Sorted by' },
  state: { ro: 'Stare', en: 'State' },
  stations: { ro: 'Secții', en: 'Polling stations' },
  takenOut: { ro: 'Scoase', en: 'Taken out' },
  text: { ro: 'Text', en: 'Text' },
  title: { ro: 'Titlu', en: 'Title' },
  what: { ro: 'Ce', en: 'What' },
} satisfies Words)
