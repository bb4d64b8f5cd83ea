import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  unplaced: { ro: 'De încadrat', en: 'Unmatched reports' },
  about: {
    ro: 'Răspunsuri, note și date despre secții trimise de telefoane pentru o secție sau un răspuns care nu există, sau după ce alegerile au fost arhivate. Nu s-a pierdut nimic: încadrează-le aici.',
    en: 'Answers, notes and station info that phones sent for a station or an option that does not exist, or after the election was archived. Nothing is lost: match them here.',
  },
  waiting: {
    ro: {
      one: 'O trimitere de încadrat',
      few: '{count} trimiteri de încadrat',
      other: '{count} de trimiteri de încadrat',
    },
    en: { one: '1 unmatched report', other: '{count} unmatched reports' },
  },
  states: { ro: 'Ce s-a întâmplat cu ele', en: 'What happened to them' },
  open: { ro: 'De rezolvat', en: 'Open' },
  placed: { ro: 'Încadrate', en: 'Matched' },
  superseded: { ro: 'Trimise din nou între timp', en: 'Sent again since' },
  dismissed: { ro: 'Respinse', en: 'Dismissed' },

  // A row.
  content: { ro: 'Ce s-a trimis', en: 'What was sent' },
  station: { ro: 'Secția numită', en: 'Station named' },
  why: { ro: 'De ce nu s-a încadrat', en: 'Why it is unmatched' },
  observer: { ro: 'Observator', en: 'Observer' },
  received: { ro: 'Primit', en: 'Received' },
  settled: { ro: 'Rezolvat', en: 'Settled' },
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
  sameStation: {
    ro: {
      one: '{count} cu această secție',
      few: '{count} cu această secție',
      other: '{count} cu această secție',
    },
    en: { one: '{count} name this station', other: '{count} name this station' },
  },
  settledBy: { ro: 'de {account}', en: 'by {account}' },
  // Why a part of a placed report is not shown there.
  nothingTaken: {
    ro: 'Nu s-a preluat: observatorul a spus din nou, mai târziu.',
    en: 'Not taken: the observer reported it again later.',
  },
  partTaken: {
    ro: 'Preluat în parte: restul a fost spus din nou, mai târziu.',
    en: 'Taken in part: the rest was reported again later.',
  },
  nothingOpen: { ro: 'Totul este încadrat', en: 'Everything is matched' },
  nothingOpenWhy: {
    ro: 'Dacă un telefon trimite ceva pentru o secție care nu există, apare aici.',
    en: 'When a phone sends something for a station that does not exist, it appears here.',
  },
  nothingElse: { ro: 'Nu este nimic aici', en: 'Nothing here' },

  // Placing.
  place: { ro: 'Încadrează', en: 'Match' },
  placeOf: { ro: 'Încadrează: {name}', en: 'Match: {name}' },
  placeTitle: { ro: 'Unde trebuia să ajungă?', en: 'Where does it belong?' },
  county: { ro: 'Județ', en: 'County' },
  municipality: { ro: 'Localitate', en: 'Municipality' },
  number: { ro: 'Numărul secției', en: 'Station number' },
  option: { ro: 'Răspunsul ales', en: 'Answer chosen' },
  question: { ro: 'Întrebarea', en: 'Question' },
  chooseAnswer: {
    ro: 'Secția există, dar răspunsul trimis nu. Alege răspunsul la care s-a gândit observatorul.',
    en: 'The station exists, but the option that was sent does not. Choose the one the observer meant.',
  },
  noQuestion: {
    ro: 'Întrebarea trimisă nu este în niciun formular publicat.',
    en: 'The question that was sent is in no published form.',
  },
  placeAsSent: {
    ro: 'A sosit cât timp alegerile erau arhivate. Ajunge la secția pentru care l-a trimis telefonul.',
    en: 'It came while the election was archived. It goes to the station that the phone named.',
  },
  placeLate: {
    ro: {
      one: 'Și cealaltă sosită atunci ({count} în total)',
      few: 'Toate cele {count} sosite atunci',
      other: 'Toate cele {count} sosite atunci',
    },
    en: {
      one: 'All {count} reports that came then',
      other: 'All {count} reports that came then',
    },
  },
  placeAlike: {
    ro: {
      one: 'Și cealaltă cu această secție ({count} în total)',
      few: 'Toate cele {count} cu această secție',
      other: 'Toate cele {count} cu această secție',
    },
    en: {
      one: 'All {count} reports that name this station',
      other: 'All {count} reports that name this station',
    },
  },
  cancel: { ro: 'Renunță', en: 'Cancel' },
  placedSome: {
    ro: {
      one: 'O trimitere este încadrată.',
      few: '{count} trimiteri sunt încadrate.',
      other: '{count} de trimiteri sunt încadrate.',
    },
    en: { one: '1 report is matched.', other: '{count} reports are matched.' },
  },
  supersededSome: {
    ro: {
      one: 'Una a fost trimisă din nou între timp și nu s-a preluat.',
      few: '{count} au fost trimise din nou între timp și nu s-au preluat.',
      other: '{count} au fost trimise din nou între timp și nu s-au preluat.',
    },
    en: {
      one: '1 was reported again since and not taken.',
      other: '{count} were reported again since and not taken.',
    },
  },
  left: {
    ro: {
      one: 'Una nu se potrivește și a rămas.',
      few: '{count} nu se potrivesc și au rămas.',
      other: '{count} nu se potrivesc și au rămas.',
    },
    en: {
      one: '1 does not fit and is still here.',
      other: '{count} do not fit and are still here.',
    },
  },
  dismiss: { ro: 'Respinge', en: 'Dismiss' },
  dismissedOne: { ro: 'Trimiterea a fost respinsă.', en: 'It was dismissed.' },
  restore: { ro: 'Adu înapoi', en: 'Bring back' },
  restoredOne: { ro: 'Este din nou de rezolvat.', en: 'It is open again.' },
  undo: { ro: 'Anulează', en: 'Undo' },
  undoOf: { ro: 'Anulează încadrarea: {name}', en: 'Undo matching: {name}' },
  openAgain: {
    ro: {
      one: 'O trimitere este din nou de încadrat.',
      few: '{count} trimiteri sunt din nou de încadrat.',
      other: '{count} de trimiteri sunt din nou de încadrat.',
    },
    en: { one: '1 report is open again.', other: '{count} reports are open again.' },
  },
  keptThere: {
    ro: 'Rămâne ce s-a spus acolo de atunci: {what}.',
    en: 'What was reported there since stays: {what}.',
  },
  leftThere: {
    ro: {
      one: 'Una numește un județ pe care nu îl vezi și a rămas încadrată.',
      few: '{count} numesc un județ pe care nu îl vezi și au rămas încadrate.',
      other: '{count} numesc un județ pe care nu îl vezi și au rămas încadrate.',
    },
    en: {
      one: '1 names a county that you do not see and stays matched.',
      other: '{count} name a county that you do not see and stay matched.',
    },
  },
})
