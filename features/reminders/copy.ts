import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  reminders: { ro: 'Mesaje automate', en: 'Reminders' },
  about: {
    ro: 'Pleacă singure, o dată la fiecare repartizare, doar la cine mai datorează termenul în acel moment.',
    en: 'They go out by themselves, once for each assignment, only to those who still owe the milestone then.',
  },
  none: { ro: 'Niciun mesaj automat.', en: 'No reminders.' },
  add: { ro: 'Adaugă mesaj automat', en: 'Add reminder' },
  before: {
    ro: {
      one: 'cu un minut înainte de {milestone}',
      few: 'cu {count} minute înainte de {milestone}',
      other: 'cu {count} de minute înainte de {milestone}',
    },
    en: { one: '1 minute before {milestone}', other: '{count} minutes before {milestone}' },
  },
  after: {
    ro: {
      one: 'la un minut după {milestone}',
      few: 'la {count} minute după {milestone}',
      other: 'la {count} de minute după {milestone}',
    },
    en: { one: '1 minute after {milestone}', other: '{count} minutes after {milestone}' },
  },
  next: { ro: 'Urmează: {time}, către {recipients}', en: 'Next: {time}, to {recipients}' },
  observers: {
    ro: { one: '{count} observator', few: '{count} observatori', other: '{count} de observatori' },
    en: { one: '{count} observer', other: '{count} observers' },
  },
  nothingToCome: { ro: 'Nu mai urmează nimic.', en: 'Nothing more to come.' },
  isSilent: {
    ro: 'Ar cădea noaptea (22–07), deci nu pleacă.',
    en: 'It would fall in the night (22–07), so it is not sent.',
  },
  atNightToo: { ro: 'și noaptea', en: 'also at night' },
  sentAt: { ro: 'trimis: {time}, către {recipients}', en: 'sent: {time}, to {recipients}' },
  deleteOf: { ro: 'Șterge mesajul automat: {title}', en: 'Delete the reminder {title}' },
  added: { ro: 'Mesajul automat a fost adăugat.', en: 'The reminder was added.' },
  removed: { ro: 'Mesajul automat a fost șters.', en: 'The reminder was deleted.' },
  restored: { ro: 'Mesajul automat este din nou aici.', en: 'The reminder is back.' },

  // Making one.
  milestone: { ro: 'Termenul', en: 'Milestone' },
  minutes: { ro: 'Minute', en: 'Minutes' },
  when: { ro: 'Când', en: 'When' },
  beforeDeadline: { ro: 'înainte de termen', en: 'before the deadline' },
  afterDeadline: { ro: 'după termen', en: 'after the deadline' },
  title: { ro: 'Titlu', en: 'Title' },
  titleExpected: { ro: 'Scrie un titlu scurt.', en: 'Give it a short title.' },
  message: { ro: 'Mesaj', en: 'Message' },
  messageExpected: {
    ro: 'Scrie un mesaj; între acolade pot sta doar {name}, {station} și {deadline}.',
    en: 'Write a message; only {name}, {station} and {deadline} may stand in braces.',
  },
  titleBefore: { ro: 'Se apropie termenul', en: 'A deadline is near' },
  titleAfter: { ro: 'A trecut termenul', en: 'A deadline has passed' },
  messageBefore: {
    ro: '{name}, așteptăm raportul tău de la secția {station} până la {deadline}.',
    en: '{name}, we expect your report from station {station} by {deadline}.',
  },
  messageAfter: {
    ro: '{name}, nu am primit încă raportul tău de la secția {station}, așteptat la {deadline}.',
    en: '{name}, we have not yet received your report from station {station}, due at {deadline}.',
  },
  atNight: { ro: 'Și noaptea, între 22 și 07', en: 'Also at night, between 22 and 07' },
})
