import { type Copy, copy } from '#kit/contract/copy.ts'
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
    en: 'Nobody has done anything that matches yet.',
  },

  // What narrows the list.
  filters: { ro: 'Filtre', en: 'Filters' },
  filter: { ro: 'Filtrează', en: 'Filter' },
  reset: { ro: 'Resetează', en: 'Reset' },
  when: { ro: 'Când', en: 'When' },
  who: { ro: 'Cine', en: 'Who' },
  act: { ro: 'Ce a făcut', en: 'What was done' },
  subject: { ro: 'Despre ce', en: 'To what' },
  any: { ro: 'Orice', en: 'Any' },
  from: { ro: 'De la', en: 'From' },
  to: { ro: 'Până la', en: 'To' },
  momentShape: { ro: 'aaaa-ll-zz oo:mm', en: 'yyyy-mm-dd hh:mm' },
  momentExpected: {
    ro: 'Scrie data și ora, de exemplu 2026-11-22 08:21',
    en: 'Write a date and a time, such as 2026-11-22 08:21',
  },
  ofOneReport: { ro: 'Istoricul unui singur raport.', en: 'The history of one report.' },
  ofOneObserver: { ro: 'Istoricul unui singur observator.', en: 'The history of one observer.' },
  ofOneThing: { ro: 'Istoricul unui singur lucru.', en: 'The history of one thing.' },
  showAll: { ro: 'Arată tot', en: 'Show all' },

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
  downloadHead: { ro: 'Descarcă capătul', en: 'Download the head' },
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
    en: 'Each night all that observers sent is taken from history again and compared with what is stored.',
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

/** Sentences that are chosen by a word of history; what has none is shown as that word. */
type Words = Readonly<Record<string, Copy>>

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

export const subjects: Words = copy({
  accounts: { ro: 'Conturi și organizații', en: 'Accounts and organisations' },
  answers: { ro: 'Răspunsuri', en: 'Answers' },
  areas: { ro: 'Locuri', en: 'Places' },
  elections: { ro: 'Alegeri', en: 'Elections' },
  forms: { ro: 'Formulare', en: 'Forms' },
  guest: { ro: 'Sesiuni ale invitaților', en: 'Guests’ sessions' },
  'ngo-administrator': { ro: 'Sesiuni ale administratorilor', en: 'Administrators’ sessions' },
  history: { ro: 'Istoric', en: 'History' },
  notes: { ro: 'Note', en: 'Notes' },
  notifications: { ro: 'Mesaje', en: 'Messages' },
  observer: { ro: 'Sesiuni ale observatorilor', en: 'Observers’ sessions' },
  observers: { ro: 'Observatori', en: 'Observers' },
  organiser: { ro: 'Sesiuni ale organizatorilor', en: 'Organisers’ sessions' },
  reviewer: { ro: 'Sesiuni ale verificatorilor', en: 'Reviewers’ sessions' },
  stranger: { ro: 'Autentificări eșuate', en: 'Failed sign-ins' },
  tasks: { ro: 'Importuri și exporturi', en: 'Imports and exports' },
  unplaced: { ro: 'Ce nu are loc', en: 'Unplaced items' },
  visits: { ro: 'Rapoarte', en: 'Reports' },
} satisfies Words)

export const acts: Words = copy({
  'accounts.added': { ro: 'Cont adăugat', en: 'Account added' },
  'accounts.deleted': { ro: 'Cont șters', en: 'Account deleted' },
  'accounts.email-set': { ro: 'Adresă de e-mail schimbată', en: 'Email address changed' },
  'accounts.ngo-added': { ro: 'Organizație adăugată', en: 'Organisation added' },
  'accounts.ngo-edited': { ro: 'Organizație modificată', en: 'Organisation edited' },
  'accounts.owner-not-told': { ro: 'Titular neînștiințat', en: 'Owner not told' },
  'accounts.owner-told': { ro: 'Titular înștiințat', en: 'Owner told' },
  'accounts.unlocked': { ro: 'Cont deblocat', en: 'Account unlocked' },
  'accounts.password-set': { ro: 'Parolă schimbată', en: 'Password changed' },
  'accounts.renamed': {
    ro: 'Cont redenumit: altul arată la fel',
    en: 'Account renamed: another looked the same',
  },
  'accounts.role-set': { ro: 'Rol schimbat', en: 'Role changed' },
  'answers.exported': { ro: 'Răspunsuri exportate', en: 'Answers exported' },
  'answers.received': { ro: 'Răspunsuri primite', en: 'Answers received' },
  'elections.added': { ro: 'Alegeri pregătite', en: 'Election prepared' },
  'elections.archived': { ro: 'Alegeri arhivate', en: 'Election archived' },
  'elections.deleted': { ro: 'Alegeri șterse', en: 'Election deleted' },
  'elections.edited': { ro: 'Alegeri modificate', en: 'Election edited' },
  'elections.erasing-begun': {
    ro: 'Ștergere de date personale începută',
    en: 'Erasing personal data begun',
  },
  'elections.erasing-stopped': {
    ro: 'Ștergere de date personale oprită',
    en: 'Erasing personal data stopped',
  },
  'elections.loaded': { ro: 'Alegeri încărcate din fișiere', en: 'Election loaded from files' },
  'elections.made-current': { ro: 'Alegeri făcute curente', en: 'Election made current' },
  'elections.rehearsal-cleared': { ro: 'Repetiție golită', en: 'Rehearsal cleared' },
  'elections.people-erased': { ro: 'Date personale șterse', en: 'Personal data erased' },
  'elections.reopened': { ro: 'Alegeri redeschise', en: 'Election reopened' },
  'elections.restored': { ro: 'Alegeri readuse', en: 'Election brought back' },
  'elections.start-begun': {
    ro: 'Începerea alegerilor cerută',
    en: 'Start of the election begun',
  },
  'elections.started': { ro: 'Alegeri începute', en: 'Election started' },
  'factors.passkey-added': { ro: 'Cheie de acces adăugată', en: 'Passkey added' },
  'factors.passkey-removed': { ro: 'Cheie de acces scoasă', en: 'Passkey removed' },
  'factors.recovery-codes-renewed': { ro: 'Coduri de rezervă noi', en: 'Recovery codes renewed' },
  'factors.taken-away': { ro: 'Al doilea factor scos', en: 'Second factor removed' },
  'factors.turned-off': { ro: 'Cod la autentificare oprit', en: 'Code at sign-in turned off' },
  'factors.turned-on': { ro: 'Cod la autentificare pornit', en: 'Code at sign-in turned on' },
  'factors.no-longer-wanted': {
    ro: 'Al doilea factor nu mai este cerut',
    en: 'Second factor no longer required',
  },
  'factors.wanted': {
    ro: 'Al doilea factor cerut tuturor',
    en: 'Second factor required of everybody',
  },
  'forms.added': { ro: 'Formular adăugat', en: 'Form added' },
  'forms.deleted': { ro: 'Formular șters', en: 'Form deleted' },
  'forms.edited': { ro: 'Formular modificat', en: 'Form edited' },
  'forms.ordered': { ro: 'Formulare reordonate', en: 'Forms put in order' },
  'forms.restored': { ro: 'Formular readus', en: 'Form brought back' },
  'history.head-accepted': {
    ro: 'Capătul lanțului acceptat așa cum este',
    en: 'Head of the chain accepted as it is',
  },
  'history.proof-begun': { ro: 'Verificare pornită', en: 'Proof begun' },
  'history.proof-stopped': { ro: 'Verificare oprită', en: 'Proof stopped' },
  'history.head-downloaded': {
    ro: 'Capătul lanțului descărcat',
    en: 'Head of the chain downloaded',
  },
  'invitations.accepted': {
    ro: 'Parolă aleasă prin legătură',
    en: 'Password chosen through a link',
  },
  'invitations.asked-for': { ro: 'Parolă uitată', en: 'Forgotten password' },
  'invitations.made': { ro: 'Invitație făcută', en: 'Invitation created' },
  'notes.exported': { ro: 'Note exportate', en: 'Notes exported' },
  'notes.files-removed': {
    ro: 'Fișiere rămase fără notă, înlăturate',
    en: 'Files left without a note removed',
  },
  'notes.received': { ro: 'Notă primită', en: 'Note received' },
  'notifications.ended': {
    ro: 'Trimitere oprită odată cu alegerile',
    en: 'Sending ended with its election',
  },
  'notifications.opened': { ro: 'Mesaj deschis', en: 'Message opened' },
  'notifications.sent': { ro: 'Mesaj trimis', en: 'Message sent' },
  'notifications.sent-again': { ro: 'Mesaj trimis din nou', en: 'Message sent again' },
  'observers.added': { ro: 'Observator adăugat', en: 'Observer added' },
  'observers.deleted': { ro: 'Observator șters', en: 'Observer deleted' },
  'observers.edited': { ro: 'Observator modificat', en: 'Observer edited' },
  'observers.exported': { ro: 'Observatori exportați', en: 'Observers exported' },
  'observers.imported': { ro: 'Observatori importați', en: 'Observers imported' },
  'observers.unlocked': { ro: 'Observator deblocat', en: 'Observer unlocked' },
  'observers.pin-reset': { ro: 'PIN schimbat', en: 'PIN reset' },
  'observers.restored': { ro: 'Observator readus', en: 'Observer brought back' },
  'places.counties-imported': { ro: 'Județe importate', en: 'Counties imported' },
  'places.counties-ordered': { ro: 'Județe reordonate', en: 'Counties put in order' },
  'places.county-added': { ro: 'Județ adăugat', en: 'County added' },
  'places.county-deleted': { ro: 'Județ șters', en: 'County deleted' },
  'places.county-edited': { ro: 'Județ modificat', en: 'County edited' },
  'places.county-restored': { ro: 'Județ readus', en: 'County brought back' },
  'places.exported': { ro: 'Locuri exportate', en: 'Places exported' },
  'places.stations-deleted': {
    ro: 'Secții scoase din județ',
    en: 'Stations removed from a county',
  },
  'places.stations-restored': { ro: 'Secții readuse', en: 'Stations brought back' },
  'places.stations-imported': { ro: 'Secții importate', en: 'Polling stations imported' },
  'session.begun': { ro: 'Autentificare', en: 'Signed in' },
  'session.device-registered': { ro: 'Telefon înregistrat', en: 'Phone registered' },
  'session.confirmed': { ro: 'Identitate confirmată', en: 'Identity confirmed' },
  'session.ended': { ro: 'Deconectare', en: 'Signed out' },
  'session.locked': { ro: 'Blocat după încercări greșite', en: 'Locked after failed attempts' },
  'session.others-ended': { ro: 'Celelalte sesiuni încheiate', en: 'Other sessions ended' },
  'session.prolonged': { ro: 'Sesiune prelungită', en: 'Session extended' },
  'session.refused': { ro: 'Autentificare eșuată', en: 'Failed sign-in' },
  'tasks.cancelled': { ro: 'Import sau export oprit', en: 'Import or export stopped' },
  'tasks.started': { ro: 'Import sau export pornit', en: 'Import or export started' },
  'unplaced.dismissed': { ro: 'Element fără loc lăsat deoparte', en: 'Unplaced item dismissed' },
  'unplaced.placed': { ro: 'Element pus la locul lui', en: 'Unplaced item placed' },
  'unplaced.received': { ro: 'Element fără loc primit', en: 'Unplaced item received' },
  'unplaced.restored': { ro: 'Element fără loc readus', en: 'Unplaced item brought back' },
  'unplaced.superseded': {
    ro: 'Element fără loc înlocuit de ce s-a raportat mai târziu',
    en: 'Unplaced item superseded by a later report',
  },
  'visits.reported': { ro: 'Date despre secție primite', en: 'Station info received' },
} satisfies Words)

/** What the names in a line stand for; what has no sentence is shown as it is written. */
export const fields: Words = copy({
  account: { ro: 'Cont', en: 'Account' },
  arrivedAt: { ro: 'Sosire', en: 'Arrived' },
  body: { ro: 'Mesaj', en: 'Message' },
  bytes: { ro: 'Octeți', en: 'Bytes' },
  chain: { ro: 'Lanțul istoricului', en: 'Chain of history' },
  code: { ro: 'Cod', en: 'Code' },
  countyCodes: { ro: 'Limitat la județele', en: 'Limited to counties' },
  day: { ro: 'Ziua', en: 'Day' },
  description: { ro: 'Descriere', en: 'Description' },
  email: { ro: 'E-mail', en: 'Email' },
  facts: { ro: 'Date despre secție', en: 'Station facts' },
  fileName: { ro: 'Fișier', en: 'File' },
  files: { ro: 'Fișiere', en: 'Files' },
  filter: { ro: 'Filtru', en: 'Filter' },
  formSections: { ro: 'Secțiuni', en: 'Sections' },
  format: { ro: 'Format', en: 'Format' },
  hash: { ro: 'Amprentă (hash)', en: 'Hash' },
  isActive: { ro: 'Activă', en: 'Active' },
  isPresidentFemale: { ro: 'Președintă', en: 'Female president' },
  isQuestionUnknown: { ro: 'Întrebarea nu există', en: 'No such question' },
  isTest: { ro: 'Observator de test', en: 'Test observer' },
  isUrbanArea: { ro: 'Mediu urban', en: 'Urban area' },
  kind: { ro: 'Fel', en: 'Kind' },
  leftAt: { ro: 'Plecare', en: 'Left' },
  name: { ro: 'Nume', en: 'Name' },
  ngoId: { ro: 'Organizația nr.', en: 'Organisation no.' },
  phone: { ro: 'Telefon', en: 'Phone' },
  pollingStationId: { ro: 'Secția nr.', en: 'Station no.' },
  position: { ro: 'Înregistrarea', en: 'Link' },
  questionId: { ro: 'Întrebarea nr.', en: 'Question no.' },
  recipients: { ro: 'Destinatari', en: 'Recipients' },
  recipientsDigest: { ro: 'Amprenta destinatarilor', en: 'Digest of the recipients' },
  role: { ro: 'Rol', en: 'Role' },
  rows: { ro: 'Rânduri', en: 'Rows' },
  sent: { ro: 'Trimis', en: 'Sent' },
  shortName: { ro: 'Nume scurt', en: 'Short name' },
  state: { ro: 'Stare', en: 'State' },
  text: { ro: 'Text', en: 'Text' },
  timezone: { ro: 'Fus orar', en: 'Time zone' },
  country: { ro: 'Țara telefoanelor', en: 'Country of the phones' },
  title: { ro: 'Titlu', en: 'Title' },
} satisfies Words)
