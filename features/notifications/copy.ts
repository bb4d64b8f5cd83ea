import { type Copy, copy } from '#kit/contract/copy.ts'
import type { DeliveryFault, DeliveryState } from './contract.ts'

/** The result of a message for a recipient. */
export const states = copy({
  queued: { ro: 'În așteptare', en: 'Waiting' },
  sent: { ro: 'Trimis', en: 'Sent' },
  failed: { ro: 'Netrimis', en: 'Not sent' },
  opened: { ro: 'Deschis', en: 'Opened' },
} satisfies Record<DeliveryState, Copy>)

/** Why it did not reach them, and what can be done. */
export const faults = copy({
  'no-device': {
    ro: 'Nu are niciun telefon înregistrat.',
    en: 'They have no registered phone.',
  },
  'no-provider': {
    ro: 'Netrimis: nu este configurat niciun furnizor de mesaje.',
    en: 'Not sent: no message provider is set up.',
  },
  'device-gone': {
    ro: 'Aplicația nu mai este pe telefon.',
    en: 'The app is no longer on their phone.',
  },
  'not-authorised': {
    ro: 'Furnizorul nu ne lasă să trimitem. Verifică datele de acces.',
    en: 'The provider does not let us send. Check the credentials.',
  },
  refused: {
    ro: 'Furnizorul a refuzat mesajul pentru acest telefon.',
    en: 'The provider refused the message for this phone.',
  },
  busy: {
    ro: 'Furnizorul a fost prea ocupat. Trimite din nou.',
    en: 'The provider was too busy. Send it again.',
  },
  unreachable: {
    ro: 'Furnizorul nu a răspuns. Trimite din nou.',
    en: 'The provider did not answer. Send it again.',
  },
  'observer-gone': {
    ro: 'Observatorul a fost șters sau organizația lui a fost oprită între timp.',
    en: 'The observer was deleted, or their organisation was switched off, meanwhile.',
  },
  'sender-limited': {
    ro: 'Când a plecat, cine l-a scris nu mai avea voie să îi scrie.',
    en: 'When it went out, its author could no longer write to them.',
  },
  'taken-back': {
    ro: 'Mesajul a fost luat înapoi înainte de trimitere.',
    en: 'The message was taken back before it was sent.',
  },
  'election-over': {
    ro: 'Alegerile s-au încheiat sau au devenit curente altele înainte de trimitere.',
    en: 'The election ended, or another became current, before it was sent.',
  },
  interrupted: {
    ro: 'Serverul s-a oprit în timpul trimiterii. Trimite din nou.',
    en: 'The server stopped while sending. Send it again.',
  },
} satisfies Record<DeliveryFault, Copy>)

export const say = copy({
  notifications: { ro: 'Notificări', en: 'Notifications' },
  history: { ro: 'Istoricul notificărilor', en: 'Notification history' },
  backToObservers: { ro: 'Înapoi la observatori', en: 'Back to the observers' },
  backToSelection: { ro: 'Înapoi la selecție', en: 'Back to the selection' },
  backToHistory: { ro: 'Înapoi la istoric', en: 'Back to the history' },
  sendOne: { ro: 'Trimite o notificare', en: 'Send a notification' },

  recipients: {
    ro: { one: '{count} observator', few: '{count} observatori', other: '{count} de observatori' },
    en: { one: '{count} observer', other: '{count} observers' },
  },
  selected: {
    ro: {
      one: '{count} observator selectat',
      few: '{count} observatori selectați',
      other: '{count} de observatori selectați',
    },
    en: { one: '{count} selected observer', other: '{count} selected observers' },
  },
  found: {
    ro: {
      one: '{count} observator găsit',
      few: '{count} observatori găsiți',
      other: '{count} de observatori găsiți',
    },
    en: { one: '{count} observer found', other: '{count} observers found' },
  },
  toWhom: { ro: 'Cui', en: 'Recipients' },
  everybodyWhy: {
    ro: 'Mesajul ajunge la toți. Alege un județ pentru a scrie doar celor prezenți acolo.',
    en: 'The message goes to all of them. Choose a county to write only to those who are there.',
  },
  county: { ro: 'Județ', en: 'County' },
  wholeCountry: { ro: 'Toate', en: 'All' },
  fromStation: { ro: 'De la secția', en: 'From station' },
  toStation: { ro: 'Până la secția', en: 'To station' },
  filterPending: { ro: 'Se caută observatorii…', en: 'Observer filter pending…' },
  nobodyThere: {
    ro: 'Nimeni nu este acum la aceste secții. Lărgește intervalul sau alege alt județ.',
    en: 'No observer is at these stations now. Widen the range, or choose another county.',
  },
  thereNow: {
    ro: 'Au ajuns la o secție de aici și nu au plecat.',
    en: 'They have arrived at a station here and not left.',
  },
  whoGetsIt: { ro: 'Cine primește mesajul', en: 'Who gets the message' },
  more: {
    ro: { one: 'și încă unul', few: 'și încă {count}', other: 'și încă {count}' },
    en: { one: 'and one more', other: 'and {count} more' },
  },
  gone: {
    ro: {
      one: 'Unul dintre cei selectați nu mai există.',
      few: '{count} dintre cei selectați nu mai există.',
      other: '{count} dintre cei selectați nu mai există.',
    },
    en: {
      one: 'One of those selected no longer exists.',
      other: '{count} of those selected no longer exist.',
    },
  },
  lostSelection: {
    ro: 'Observatorii selectați nu sunt în acest browser. Nu se trimite nimănui.',
    en: 'The selected observers are not in this browser. Nothing is sent to anybody.',
  },
  chooseAgain: { ro: 'Selectează observatori', en: 'Select observers' },
  leaveOut: { ro: 'Continuă fără ei', en: 'Leave them out' },

  whatToSay: { ro: 'Mesajul', en: 'The message' },
  shiftTitle: { ro: 'O tură nouă', en: 'A new shift' },
  shiftMessage: {
    ro: 'Preiei tura la {station}. Confirmă că ajungi, te rugăm.',
    en: 'You take over the shift at {station}. Please confirm that you can be there.',
  },
  replacedTitle: { ro: 'Tură preluată', en: 'Shift taken over' },
  replacedMessage: {
    ro: 'Un alt observator a preluat tura ta. Nu mai trebuie să mergi la secție. Îți mulțumim.',
    en: 'Another observer has taken over your shift. You no longer need to be at the station. Thank you.',
  },
  title: { ro: 'Titlu', en: 'Title' },
  message: { ro: 'Mesaj', en: 'Message' },
  required: { ro: 'Câmpul „{field}” este obligatoriu.', en: '{field} is required.' },
  unknownBlank: {
    ro: 'Nimic nu completează {blank}. Poți folosi {known}.',
    en: 'Nothing fills {blank}. You can use {known}.',
  },
  blankInTitle: {
    ro: 'În titlu nu se completează {blank}. Pune-l în mesaj.',
    en: 'Nothing fills {blank} in a title. Put it into the message.',
  },
  left: {
    ro: {
      one: 'Mai încape {count} caracter',
      few: 'Mai încap {count} caractere',
      other: 'Mai încap {count} de caractere',
    },
    en: { one: '{count} character left', other: '{count} characters left' },
  },
  tooLong: {
    ro: {
      one: 'Prea lung cu {count} caracter: nu încape într-o notificare.',
      few: 'Prea lung cu {count} caractere: nu încape într-o notificare.',
      other: 'Prea lung cu {count} de caractere: nu încape într-o notificare.',
    },
    en: {
      one: '{count} character too long for a notification.',
      other: '{count} characters too long for a notification.',
    },
  },
  send: {
    ro: {
      one: 'Trimite la {count} observator',
      few: 'Trimite la {count} observatori',
      other: 'Trimite la {count} de observatori',
    },
    en: { one: 'Send to {count} observer', other: 'Send to {count} observers' },
  },
  sendUnknown: { ro: 'Trimite la ? observatori', en: 'Send to ? observers' },
  confirmation: {
    ro: {
      one: 'Trimiți mesajul la {count} observator?',
      few: 'Trimiți mesajul la {count} observatori?',
      other: 'Trimiți mesajul la {count} de observatori?',
    },
    en: {
      one: 'Send this message to {count} observer?',
      other: 'Send this message to {count} observers?',
    },
  },
  withoutPhone: {
    ro: {
      one: '{count} nu are niciun telefon înregistrat și nu va primi mesajul.',
      few: '{count} nu au niciun telefon înregistrat și nu vor primi mesajul.',
      other: '{count} nu au niciun telefon înregistrat și nu vor primi mesajul.',
    },
    en: {
      one: '{count} of them has no registered phone and will not get it.',
      other: '{count} of them have no registered phone and will not get it.',
    },
  },
  withoutProvider: {
    ro: 'Nu este configurat niciun furnizor de mesaje: mesajul se păstrează în istoric, dar nu ajunge la nimeni.',
    en: 'No message provider is set up: the message is kept in the history, but is not delivered.',
  },
  cameSince: {
    ro: {
      one: 'A mai venit {count} de când ai căutat: {names}.',
      few: 'Au mai venit {count} de când ai căutat: {names}.',
      other: 'Au mai venit {count} de când ai căutat: {names}.',
    },
    en: {
      one: '{count} has arrived since you looked: {names}.',
      other: '{count} have arrived since you looked: {names}.',
    },
  },
  leftSince: {
    ro: {
      one: 'A plecat {count} de când ai căutat: {names}. Nu primește mesajul.',
      few: 'Au plecat {count} de când ai căutat: {names}. Nu primesc mesajul.',
      other: 'Au plecat {count} de când ai căutat: {names}. Nu primesc mesajul.',
    },
    en: {
      one: '{count} has left since you looked, and does not get it: {names}.',
      other: '{count} have left since you looked, and do not get it: {names}.',
    },
  },
  canTakeBack: {
    ro: 'Timp de {seconds} de secunde de la trimitere îl poți lua înapoi.',
    en: 'For {seconds} seconds after sending you can take it back.',
  },
  waiting: {
    ro: {
      one: 'Pleacă la {count} observator',
      few: 'Pleacă la {count} observatori',
      other: 'Pleacă la {count} de observatori',
    },
    en: { one: 'About to go to {count} observer', other: 'About to go to {count} observers' },
  },
  waitingNames: { ro: 'Destinatari: {names}', en: 'Recipients: {names}' },
  leavesIn: {
    ro: {
      one: 'pleacă într-o secundă',
      few: 'pleacă în {count} secunde',
      other: 'pleacă în {count} de secunde',
    },
    en: { one: 'leaves in 1 second', other: 'leaves in {count} seconds' },
  },
  leaving: { ro: 'pleacă acum', en: 'leaving now' },
  takeBack: { ro: 'Ia înapoi', en: 'Take back' },
  takeBackOf: { ro: 'Ia înapoi: {title}', en: 'Take back {title}' },
  sendNow: { ro: 'Trimite imediat', en: 'Send at once' },
  sendNowOf: { ro: 'Trimite imediat: {title}', en: 'Send {title} at once' },
  takenBack: {
    ro: 'Mesajul a fost luat înapoi: nu ajunge la nimeni.',
    en: 'The message was taken back and is not sent.',
  },
  takenBackBy: { ro: 'Luat înapoi de {name}', en: 'Taken back by {name}' },
  isTakenBack: { ro: 'luat înapoi', en: 'taken back' },
  isWaiting: { ro: 'așteaptă', en: 'waiting' },
  sentNow: { ro: 'Mesajul pleacă acum.', en: 'The message is leaving now.' },
  when: { ro: 'Când', en: 'When' },
  now: { ro: 'Acum', en: 'Now' },
  atTime: { ro: 'La o oră anume', en: 'At a set time' },
  day: { ro: 'Ziua', en: 'Day' },
  time: { ro: 'Ora', en: 'Time' },
  timeExpected: { ro: 'Scrie ora ca 07:00.', en: 'Write the time as 07:00.' },
  timePast: { ro: 'Ora aceasta a trecut.', en: 'This time has passed.' },
  timeFar: {
    ro: 'Cel mult peste {days} de zile.',
    en: 'At most {days} days ahead.',
  },
  timeRefused: {
    ro: 'Nu s-a programat: ora a trecut sau este prea departe. Alege alta.',
    en: 'Not scheduled: the time has passed, or is too far ahead. Choose another.',
  },
  frozen: {
    ro: 'Ajunge la cei de pe lista de acum: cine apare până atunci nu îl primește. Până atunci îl poți lua înapoi.',
    en: 'It goes to those on the list now. Those added later do not get it. Until then you can take it back.',
  },
  inZone: { ro: 'Ora alegerilor: {zone}.', en: 'By the clock of the election: {zone}.' },
  schedule: {
    ro: {
      one: 'Programează pentru {count} observator',
      few: 'Programează pentru {count} observatori',
      other: 'Programează pentru {count} de observatori',
    },
    en: { one: 'Schedule for {count} observer', other: 'Schedule for {count} observers' },
  },
  scheduleUnknown: { ro: 'Programează pentru ? observatori', en: 'Schedule for ? observers' },
  confirmSchedule: {
    ro: {
      one: 'Programezi mesajul pentru {count} observator?',
      few: 'Programezi mesajul pentru {count} observatori?',
      other: 'Programezi mesajul pentru {count} de observatori?',
    },
    en: {
      one: 'Schedule this message for {count} observer?',
      other: 'Schedule this message for {count} observers?',
    },
  },
  leavesAt: { ro: 'Pleacă la {time}.', en: 'It goes out at {time}.' },
  withoutPhoneYet: {
    ro: {
      one: '{count} nu are acum niciun telefon înregistrat: îl primește doar dacă are unul până atunci.',
      few: '{count} nu au acum niciun telefon înregistrat: îl primesc doar dacă au unul până atunci.',
      other:
        '{count} nu au acum niciun telefon înregistrat: îl primesc doar dacă au unul până atunci.',
    },
    en: {
      one: '{count} of them has no registered phone now, and gets it only with one by then.',
      other: '{count} of them have no registered phone now, and get it only with one by then.',
    },
  },
  scheduled: {
    ro: {
      one: 'Programat pentru {count} observator',
      few: 'Programat pentru {count} observatori',
      other: 'Programat pentru {count} de observatori',
    },
    en: { one: 'Scheduled for {count} observer', other: 'Scheduled for {count} observers' },
  },
  senderGone: { ro: '{name} (cont șters)', en: '{name} (account deleted)' },
  senderLimited: {
    ro: 'Ajunge doar la cei cărora {name} le mai poate scrie, în județele sale.',
    en: 'It goes only to recipients that {name} may still write to, in their counties.',
  },
  senderWithoutRight: {
    ro: '{name} nu mai are voie să trimită mesaje: acesta nu ajunge la nimeni dacă nu îl trimite altcineva.',
    en: '{name} may not send messages any more. This one is not delivered unless someone else sends it.',
  },
  goesAt: { ro: 'pleacă la {time}', en: 'goes out at {time}' },
  isScheduled: { ro: 'programat', en: 'scheduled' },
  writtenAt: { ro: 'scris: {time}', en: 'written: {time}' },
  changeTime: { ro: 'Schimbă ora', en: 'Change the time' },
  changeTimeOf: { ro: 'Schimbă ora: {title}', en: 'Change the time of {title}' },
  timeChanged: { ro: 'Pleacă la {time}.', en: 'It goes out at {time}.' },
  timeChangedBy: {
    ro: 'Altcineva a schimbat ora între timp: pleacă la {time}.',
    en: 'The time was changed meanwhile: it goes out at {time}.',
  },
  sendNowAsk: {
    ro: {
      one: 'Trimiți mesajul acum la {count} observator?',
      few: 'Trimiți mesajul acum la {count} observatori?',
      other: 'Trimiți mesajul acum la {count} de observatori?',
    },
    en: {
      one: 'Send this message to {count} observer now?',
      other: 'Send this message to {count} observers now?',
    },
  },
  sendNowWhy: {
    ro: 'Nu mai așteaptă ora la care era programat și nu mai poate fi luat înapoi.',
    en: 'It waits for its time no longer, and can no longer be taken back.',
  },
  allScheduled: {
    ro: { one: 'Arată încă unul', few: 'Arată încă {count}', other: 'Arată încă {count}' },
    en: { one: 'Show one more', other: 'Show {count} more' },
  },
  scopeEverybody: {
    ro: 'Către toți observatorii, ai tuturor organizațiilor.',
    en: 'To all observers, of every organisation.',
  },
  scopeNgo: { ro: 'Către toți observatorii {ngo}.', en: 'To all observers of {ngo}.' },
  scopeCounties: {
    ro: 'Către toți observatorii din județele tale: {counties}.',
    en: 'To all observers of your counties: {counties}.',
  },
  scopeStations: {
    ro: 'Către cine este acum la secțiile {from}–{to}, {county}: {names}.',
    en: 'To observers now at stations {from}–{to}, {county}: {names}.',
  },
  scopeChosen: { ro: 'Către cei selectați: {names}.', en: 'To those selected: {names}.' },
  reachesNobody: { ro: 'Mesajul nu ajunge la nimeni', en: 'The message reaches no phone' },
  nobodyHasPhone: {
    ro: 'Niciunul dintre ei nu are un telefon înregistrat. Mesajul se păstrează în istoric.',
    en: 'None of them has a registered phone. The message is kept in the history.',
  },
  lastSent: { ro: 'Ultimul mesaj', en: 'The last message' },
  reachedNobody: {
    ro: 'Acest mesaj nu a ajuns la nimeni.',
    en: 'This message reached no phone.',
  },
  results: { ro: 'Rezultate', en: 'Results' },
  details: { ro: 'Vezi pe cine', en: 'See recipients' },
  seeHistory: { ro: 'Vezi istoricul', en: 'See the history' },
  sentError: { ro: 'Notificarea nu a fost trimisă.', en: 'The notification was not sent.' },
  sentErrorOffline: {
    ro: 'Notificarea nu a fost trimisă: serverul nu răspunde. Ce ai scris rămâne; încearcă din nou, nu va pleca de două ori.',
    en: 'The notification was not sent: the server does not answer. What you wrote stays; try again, it will not go out twice.',
  },
  retryError: { ro: 'Nu s-a trimis din nou.', en: 'It was not sent again.' },

  preview: { ro: 'Cum arată pe un telefon blocat', en: 'How it looks on a locked phone' },
  titleHere: { ro: 'Titlul mesajului', en: 'The title' },
  messageHere: {
    ro: 'Aici se vede mesajul, pe măsură ce îl scrii.',
    en: 'The message appears here as you write it.',
  },
  justNow: { ro: 'acum', en: 'now' },

  total: {
    ro: { one: '{count} mesaj', few: '{count} mesaje', other: '{count} de mesaje' },
    en: { one: '{count} message', other: '{count} messages' },
  },
  sentBy: { ro: 'Trimis de', en: 'Sent by' },
  ngo: { ro: 'Organizație', en: 'NGO' },
  sentTo: { ro: 'Trimis la', en: 'Sent to' },
  ofThem: { ro: '{sent} din {recipients}', en: '{sent} of {recipients}' },
  sentAt: { ro: 'Trimis la ora', en: 'Sent at' },
  unspecified: { ro: 'nespecificat', en: 'unspecified' },
  nothingSent: { ro: 'Nu s-a trimis încă niciun mesaj', en: 'No message has been sent yet' },
  nothingSentWhy: {
    ro: 'Mesajele trimise observatorilor apar aici, cu ce s-a întâmplat pe fiecare telefon.',
    en: 'Messages to observers appear here, with their result on each phone.',
  },
  result: {
    ro: 'deschis de {opened}, trimis la {sent}, în așteptare {queued}, netrimis la {failed}',
    en: '{opened} opened, {sent} sent, {queued} waiting, {failed} not sent',
  },
  notSent: {
    ro: { one: '{count} netrimis', few: '{count} netrimise', other: '{count} netrimise' },
    en: { one: '{count} not sent', other: '{count} not sent' },
  },

  noMessage: { ro: 'Nu există acest mesaj', en: 'There is no such message' },
  noMessageWhy: {
    ro: 'Adresa este greșită, sau mesajul este al altei organizații.',
    en: 'The address is wrong, or the message is another organisation’s.',
  },
  all: { ro: 'Toți', en: 'All' },
  whichState: { ro: 'Stare', en: 'State' },
  recipientList: { ro: 'Destinatari', en: 'Recipients' },
  observer: { ro: 'Observator', en: 'Observer' },
  phone: { ro: 'Telefon', en: 'Phone' },
  state: { ro: 'Stare', en: 'State' },
  why: { ro: 'De ce', en: 'Why' },
  since: { ro: 'De la', en: 'Since' },
  noneInState: { ro: 'Nimeni nu este în această stare', en: 'No recipient is in this state' },
  writeAgain: {
    ro: {
      one: 'Scrie-i din nou',
      few: 'Scrie-le din nou celor {count}',
      other: 'Scrie-le din nou celor {count}',
    },
    en: { one: 'Write to this one again', other: 'Write to these {count} again' },
  },
  blanks: {
    ro: 'Se completează pentru fiecare:',
    en: 'Filled in for each:',
  },
  blankName: { ro: 'Numele', en: 'Name' },
  blankStation: { ro: 'Secția din plan', en: 'Station in the plan' },
  blankDeadline: { ro: 'Ora termenului', en: 'Time of the deadline' },
  filledFor: { ro: 'Așa îl primește {name}.', en: 'This is what {name} gets.' },
  retryFailed: {
    ro: {
      one: 'Trimite din nou la {count}',
      few: 'Trimite din nou la {count}',
      other: 'Trimite din nou la {count}',
    },
    en: { one: 'Send again to {count}', other: 'Send again to {count}' },
  },
  sentAgain: {
    ro: {
      one: 'Se încearcă din nou la {count} observator',
      few: 'Se încearcă din nou la {count} observatori',
      other: 'Se încearcă din nou la {count} de observatori',
    },
    en: { one: 'Trying {count} observer again', other: 'Trying {count} observers again' },
  },
})
