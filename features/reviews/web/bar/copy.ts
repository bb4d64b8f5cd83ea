import { copy } from '#kit/contract/copy.ts'

/** What can be done with an open report. */
export const say = copy({
  verify: { ro: 'Marchează verificat', en: 'Verify' },
  followUp: { ro: 'Marchează de urmărit', en: 'Follow up' },
  take: { ro: 'Preia', en: 'Take' },
  others: { ro: 'Altă stare sau alt coleg', en: 'Other states and people' },
  markNew: { ro: 'Marchează ca nou', en: 'Mark as new' },
  markInWork: { ro: 'Marchează ca în lucru', en: 'Mark as in work' },
  setAside: { ro: 'Pune deoparte…', en: 'Set aside…' },
  setAsideOf: { ro: 'Pui deoparte raportul: {report}', en: 'Set aside: {report}' },
  setAsideNow: { ro: 'Pune deoparte', en: 'Set aside' },
  setAsideAbout: {
    ro: 'Raportul nu mai contează nicăieri, până când îi dai altă stare. Se vede în continuare, cu motivul. Observatorul nu află.',
    en: 'The report counts nowhere until you give it another state. It is still shown, with the reason. The observer is not told.',
  },
  reasonExpected: {
    ro: 'Scrie de ce, în cel mult 500 de caractere.',
    en: 'Write why, in at most 500 characters.',
  },
  because: { ro: 'Motiv: {reason}', en: 'Reason: {reason}' },
  sendBack: { ro: 'Trimite înapoi observatorului…', en: 'Send back to the observer…' },
  sendBackOf: { ro: 'Trimiți înapoi raportul: {report}', en: 'Send back: {report}' },
  sendBackNow: { ro: 'Trimite înapoi', en: 'Send back' },
  sendBackAbout: {
    ro: 'Observatorul primește textul ca mesaj, după 30 de secunde. Raportul este de urmărit până când răspunde din nou.',
    en: 'The observer gets the text as a message, after 30 seconds. The report needs follow-up until they answer again.',
  },
  correction: { ro: 'Ce este de corectat', en: 'What to correct' },
  correctionExpected: {
    ro: 'Scrie ce este de corectat, în cel mult 500 de caractere, fără acolade.',
    en: 'Write what to correct, in at most 500 characters, without braces.',
  },
  toCorrect: { ro: 'Raport de corectat: {station}', en: 'A report to correct: {station}' },
  isSentBack: {
    ro: 'Raportul este trimis înapoi. Mesajul pleacă în 30 de secunde.',
    en: 'The report is sent back. The message goes out in 30 seconds.',
  },
  asked: { ro: 'De corectat: {reason}', en: 'To correct: {reason}' },
  cameBack: {
    ro: 'schimbat de când a fost trimis înapoi',
    en: 'changed since it was sent back',
  },
  undoneTooLate: {
    ro: 'Starea de dinainte este înapoi. Mesajul plecase deja.',
    en: 'The state before is back. The message had gone out already.',
  },
  assignTo: { ro: 'Repartizează: {account}', en: 'Assign to {account}' },
  release: { ro: 'Nu mai e repartizat nimănui', en: 'Unassign' },
  changed: { ro: 'Raportul este {state}.', en: 'The report is {state}.' },
  assigned: {
    ro: 'Raportul este repartizat: {account}.',
    en: 'The report is assigned to {account}.',
  },
  released: { ro: 'Raportul nu e repartizat nimănui.', en: 'The report is unassigned.' },
  severalChanged: {
    ro: {
      one: 'Un raport este acum: {state}.',
      few: '{count} rapoarte sunt acum: {state}.',
      other: '{count} de rapoarte sunt acum: {state}.',
    },
    en: { one: '1 report is now {state}.', other: '{count} reports are now {state}.' },
  },
  severalAssigned: {
    ro: {
      one: 'Un raport este repartizat: {account}.',
      few: '{count} rapoarte sunt repartizate: {account}.',
      other: '{count} de rapoarte sunt repartizate: {account}.',
    },
    en: {
      one: '1 report is assigned to {account}.',
      other: '{count} reports are assigned to {account}.',
    },
  },
  severalReleased: {
    ro: {
      one: 'Un raport nu mai e repartizat nimănui.',
      few: '{count} rapoarte nu mai sunt repartizate nimănui.',
      other: '{count} de rapoarte nu mai sunt repartizate nimănui.',
    },
    en: { one: '1 report is unassigned.', other: '{count} reports are unassigned.' },
  },
  changedMeanwhile: {
    ro: {
      one: 'Un raport a fost schimbat între timp de un coleg și a rămas așa.',
      few: '{count} rapoarte au fost schimbate între timp de un coleg și au rămas așa.',
      other: '{count} de rapoarte au fost schimbate între timp de un coleg și au rămas așa.',
    },
    en: {
      one: 'A colleague changed 1 report meanwhile: it stays so.',
      other: 'A colleague changed {count} reports meanwhile: they stay so.',
    },
  },
  severalReports: {
    ro: { one: 'un raport', few: '{count} rapoarte', other: '{count} de rapoarte' },
    en: { one: '1 report', other: '{count} reports' },
  },
  undone: { ro: 'Starea de dinainte este înapoi.', en: 'The state before is back.' },
  changedSince: {
    ro: 'schimbat de când era {state}',
    en: 'changed since it was {state}',
  },
})
