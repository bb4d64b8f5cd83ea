import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  urgentAnswers: { ro: 'Răspunsuri urgente', en: 'Urgent answers' },
  allAnswers: { ro: 'Toate răspunsurile', en: 'All answers' },
  reportsWithNotes: { ro: 'Rapoarte cu note', en: 'Reports with notes' },
  total: {
    ro: { one: 'un raport', few: '{count} rapoarte', other: '{count} de rapoarte' },
    en: { one: '1 report', other: '{count} reports' },
  },
  urgent: { ro: 'Urgente', en: 'Urgent' },
  unseen: { ro: 'Nevăzute', en: 'Not seen' },
  ofNotes: { ro: 'Note', en: 'Notes' },
  all: { ro: 'Toate', en: 'All' },
  reset: { ro: 'Resetează', en: 'Reset' },
  reports: { ro: 'Rapoarte', en: 'Reports' },
  toStation: { ro: 'Pagina secției', en: 'Page of the station' },
  flagged: { ro: 'Semnalat', en: 'Flagged' },
  optionText: { ro: 'Text la „{option}”', en: 'Text for “{option}”' },
  station: { ro: 'Secția', en: 'Station' },
  observer: { ro: 'Observator', en: 'Observer' },
  notes: { ro: 'Note', en: 'Notes' },
  changed: { ro: 'Modificat', en: 'Changed' },
  flaggedCount: {
    ro: { one: 'un răspuns semnalat', few: '{count} semnalate', other: '{count} de semnalate' },
    en: { one: '1 flagged', other: '{count} flagged' },
  },
  answersCount: {
    ro: { one: 'un răspuns', few: '{count} răspunsuri', other: '{count} de răspunsuri' },
    en: { one: '1 answer', other: '{count} answers' },
  },
  nthFlagged: {
    ro: {
      one: '{nth} din {count} semnalat',
      few: '{nth} din {count} semnalate',
      other: '{nth} din {count} de semnalate',
    },
    en: { one: '{nth} of {count} flagged', other: '{nth} of {count} flagged' },
  },
  nextFlagged: { ro: 'Următorul', en: 'Next' },
  toNextFlagged: { ro: 'Următorul răspuns semnalat', en: 'Next flagged answer' },
  showFlagged: { ro: 'Arată răspunsul semnalat', en: 'Show the flagged answer' },
  othersFlagged: {
    ro: {
      one: 'încă un răspuns semnalat',
      few: 'încă {count} semnalate',
      other: 'încă {count} de semnalate',
    },
    en: { one: '1 more flagged', other: '{count} more flagged' },
  },
  notesCount: {
    ro: { one: 'o notă', few: '{count} note', other: '{count} de note' },
    en: { one: '1 note', other: '{count} notes' },
  },
  newReports: {
    ro: { one: 'Un raport nou', few: '{count} rapoarte noi', other: '{count} de rapoarte noi' },
    en: { one: '1 new report', other: '{count} new reports' },
  },
  show: { ro: 'Arată', en: 'Show' },
  noReports: { ro: 'Încă nu a sosit niciun raport', en: 'No report has arrived yet' },
  noReportsWhy: {
    ro: 'Apar aici singure, de îndată ce un observator trimite ceva.',
    en: 'They appear here as soon as an observer sends something.',
  },
  noUrgent: { ro: 'Niciun răspuns semnalat', en: 'No flagged answers' },
  noUrgentWhy: {
    ro: 'Rapoartele cu răspunsuri semnalate apar aici singure.',
    en: 'Reports with flagged answers appear here as they come in.',
  },
  noMatch: { ro: 'Niciun raport nu se potrivește filtrelor', en: 'No report matches the filters' },
  nothingSelected: { ro: 'Nimic selectat', en: 'Nothing selected' },
  nothingSelectedWhy: {
    ro: 'Alege un raport din listă pentru a-l citi.',
    en: 'Choose a report from the list to read it.',
  },
  noThread: { ro: 'Nu există un astfel de raport', en: 'There is no such report' },
  noThreadWhy: {
    ro: 'Observatorul nu a trimis nimic de la această secție, sau nu ai dreptul să vezi raportul.',
    en: 'The observer sent nothing from this station, or you are not allowed to see the report.',
  },
  back: { ro: 'Înapoi la listă', en: 'Back to the list' },
  report: { ro: 'Raport', en: 'Report' },
  history: { ro: 'Istoric', en: 'History' },
  lastChange: { ro: 'Ultima modificare', en: 'Last change' },
  changedSinceReview: { ro: 'schimbat de la verificare', en: 'changed since the review' },
  formTabs: { ro: 'Formulare', en: 'Forms' },
  emptyForm: { ro: 'necompletat', en: 'not filled in' },
  entries: {
    ro: {
      one: 'O rundă',
      few: '{count} runde',
      other: '{count} de runde',
    },
    en: { one: 'One entry', other: '{count} entries' },
  },
  entryAt: { ro: 'Trimis la', en: 'Sent at' },
  notAnswered: {
    ro: 'Observatorul nu a completat încă acest formular.',
    en: 'The observer has not filled in this form yet.',
  },
  notesAway: {
    ro: 'Notele nu au putut fi încărcate. Răspunsurile sunt toate aici.',
    en: 'The notes could not be loaded. The answers are all here.',
  },
  tryAgain: { ro: 'Încearcă din nou', en: 'Try again' },
  failed: { ro: 'Cu erori', en: 'With errors' },
  missing: { ro: 'obligatorie, fără răspuns', en: 'required, not answered' },
  wordedInVersion: {
    ro: 'Formularea din versiunea {version} a formularului',
    en: 'As worded in version {version} of the form',
  },
  otherQuestions: {
    ro: 'Întrebări care nu mai sunt în formular',
    en: 'Questions that are no longer in the form',
  },
})
