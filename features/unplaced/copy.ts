import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  unplaced: { ro: 'Rapoarte fără loc', en: 'Unplaced reports' },
  about: {
    ro: 'Ce au trimis telefoanele pentru o secție sau un răspuns care nu există, sau după ce alegerile au fost arhivate. Nu s-a pierdut nimic: pune-le la locul lor.',
    en: 'What phones sent for a station or an answer that does not exist, or after the election was archived. Nothing is lost: put it in its place.',
  },
  waiting: {
    ro: {
      one: 'Un raport fără loc',
      few: '{count} rapoarte fără loc',
      other: '{count} de rapoarte fără loc',
    },
    en: { one: '1 report has no place', other: '{count} reports have no place' },
  },
  states: { ro: 'Ce s-a întâmplat cu ele', en: 'What became of them' },
  open: { ro: 'De rezolvat', en: 'Open' },
  placed: { ro: 'La locul lor', en: 'Placed' },
  superseded: { ro: 'Spuse altfel', en: 'Superseded' },
  dismissed: { ro: 'Lăsate deoparte', en: 'Dismissed' },

  // A row.
  said: { ro: 'Ce s-a trimis', en: 'What was sent' },
  station: { ro: 'Secția numită', en: 'Station named' },
  why: { ro: 'De ce nu are loc', en: 'Why it has no place' },
  observer: { ro: 'Observator', en: 'Observer' },
  received: { ro: 'Primit', en: 'Received' },
  settled: { ro: 'Rezolvat', en: 'Settled' },
  actions: { ro: 'Acțiuni', en: 'Actions' },
  answer: { ro: 'Răspuns', en: 'Answer' },
  note: { ro: 'Notă', en: 'Note' },
  stationInfo: { ro: 'Date despre secție', en: 'Station info' },
  unknownQuestion: { ro: 'Întrebarea nr. {id}', en: 'Question no. {id}' },
  unknownOption: { ro: 'Răspunsul nr. {id}', en: 'Option no. {id}' },
  taken: { ro: 'răspunsul a fost retras', en: 'the answer was taken back' },
  noSuchStation: { ro: 'Secția nu există', en: 'No such station' },
  noSuchOption: { ro: 'Răspunsul nu există', en: 'No such option' },
  severalChoices: {
    ro: 'Mai multe răspunsuri unde se alege unul',
    en: 'Several where one is chosen',
  },
  electionArchived: {
    ro: 'A sosit după arhivarea alegerilor',
    en: 'Came after the election was archived',
  },
  alike: {
    ro: {
      one: '{count} cu această secție',
      few: '{count} cu această secție',
      other: '{count} cu această secție',
    },
    en: { one: '{count} name this station', other: '{count} name this station' },
  },
  settledBy: { ro: 'de {account}', en: 'by {account}' },
  // Why something of a report that was given a place is not shown there.
  nothingTaken: {
    ro: 'Nu s-a preluat: observatorul a spus din nou, mai târziu.',
    en: 'Not taken: the observer said it again later.',
  },
  partTaken: {
    ro: 'Preluat în parte: restul a fost spus din nou, mai târziu.',
    en: 'Taken in part: the rest was said again later.',
  },
  nothingOpen: { ro: 'Toate rapoartele au un loc', en: 'Every report has its place' },
  nothingOpenWhy: {
    ro: 'Dacă un telefon trimite ceva pentru o secție care nu există, apare aici.',
    en: 'When a phone sends something for a station that does not exist, it appears here.',
  },
  nothingElse: { ro: 'Nu este nimic aici', en: 'There is nothing here' },

  // Placing.
  place: { ro: 'Pune la loc', en: 'Place' },
  placeOf: { ro: 'Pune la loc: {name}', en: 'Place: {name}' },
  placeTitle: { ro: 'Unde trebuia să ajungă?', en: 'Where does it belong?' },
  county: { ro: 'Județ', en: 'County' },
  municipality: { ro: 'Localitate', en: 'Municipality' },
  number: { ro: 'Numărul secției', en: 'Station number' },
  option: { ro: 'Răspunsul ales', en: 'Answer chosen' },
  question: { ro: 'Întrebarea', en: 'Question' },
  chooseAnswer: {
    ro: 'Secția există, dar răspunsul trimis nu. Alegeți răspunsul la care s-a gândit observatorul.',
    en: 'The station exists, but the answer that was sent does not. Choose the one that was meant.',
  },
  noQuestion: {
    ro: 'Întrebarea trimisă nu este în niciun formular publicat.',
    en: 'The question that was sent is in no published form.',
  },
  placeAsSent: {
    ro: 'A sosit cât timp alegerile erau arhivate. Ajunge la secția pentru care l-a trimis telefonul.',
    en: 'It came while the election was archived. It goes to the station that its phone sent it for.',
  },
  placeLate: {
    ro: {
      one: 'Și celălalt raport sosit atunci ({count} în total)',
      few: 'Toate cele {count} rapoarte sosite atunci',
      other: 'Toate cele {count} de rapoarte sosite atunci',
    },
    en: {
      one: 'All {count} reports that came then',
      other: 'All {count} reports that came then',
    },
  },
  placeAlike: {
    ro: {
      one: 'Și celălalt raport cu această secție ({count} în total)',
      few: 'Toate cele {count} rapoarte cu această secție',
      other: 'Toate cele {count} de rapoarte cu această secție',
    },
    en: {
      one: 'All {count} reports that name this station',
      other: 'All {count} reports that name this station',
    },
  },
  cancel: { ro: 'Renunță', en: 'Cancel' },
  success: { ro: 'Reușit', en: 'Success' },
  placedSome: {
    ro: {
      one: 'Un raport este la locul lui.',
      few: '{count} rapoarte sunt la locul lor.',
      other: '{count} de rapoarte sunt la locul lor.',
    },
    en: { one: '1 report is in its place.', other: '{count} reports are in their place.' },
  },
  supersededSome: {
    ro: {
      one: 'Unul a fost spus altfel de atunci și nu s-a preluat.',
      few: '{count} au fost spuse altfel de atunci și nu s-au preluat.',
      other: '{count} au fost spuse altfel de atunci și nu s-au preluat.',
    },
    en: {
      one: '1 was said again since and not taken.',
      other: '{count} were said again since and not taken.',
    },
  },
  left: {
    ro: {
      one: 'Unul nu se potrivește și a rămas.',
      few: '{count} nu se potrivesc și au rămas.',
      other: '{count} nu se potrivesc și au rămas.',
    },
    en: { one: '1 does not fit and is left.', other: '{count} do not fit and are left.' },
  },
  dismiss: { ro: 'Lasă deoparte', en: 'Dismiss' },
  dismissedOne: { ro: 'Raportul a fost lăsat deoparte.', en: 'The report was dismissed.' },
  restore: { ro: 'Adu înapoi', en: 'Bring back' },
  restoredOne: { ro: 'Raportul este din nou de rezolvat.', en: 'The report is open again.' },
  undo: { ro: 'Anulează', en: 'Undo' },
})
