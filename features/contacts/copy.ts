import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  // Actions.
  call: { ro: 'Sună', en: 'Call' },
  callOf: { ro: 'Sună: {name}', en: 'Call {name}' },
  write: { ro: 'Mesaj', en: 'Message' },
  newPin: { ro: 'PIN nou', en: 'New PIN' },
  more: { ro: 'Mai mult', en: 'More' },
  edit: { ro: 'Modifică', en: 'Edit' },
  allReports: { ro: 'Toate rapoartele', en: 'All reports' },
  history: { ro: 'Istoric', en: 'History' },

  // At a glance.
  glance: { ro: 'Pe scurt', en: 'At a glance' },
  phone: { ro: 'Telefon', en: 'Phone' },
  test: { ro: 'Observator de test', en: 'Test observer' },
  next: { ro: 'Următorul termen', en: 'Next deadline' },
  nothingDue: { ro: 'nimic de făcut', en: 'nothing to do' },
  lateSince: { ro: 'întârziat de la {time}', en: 'late since {time}' },
  lastSign: { ro: 'Ultimul semn de viață', en: 'Last sign of life' },
  noSign: { ro: 'niciunul', en: 'none' },
  device: { ro: 'Telefon înregistrat', en: 'Device registered' },
  noDevice: { ro: 'niciodată: mesajele nu ajung', en: 'never: messages do not arrive' },
  note: { ro: 'notă', en: 'note' },
  report: { ro: 'raport', en: 'report' },
  message: { ro: 'mesaj deschis', en: 'message opened' },
  'sign-in': { ro: 'autentificare', en: 'sign-in' },

  // The plan.
  plan: { ro: 'Planul', en: 'The plan' },
  noPlan: {
    ro: 'Nu este repartizat la nicio secție.',
    en: 'They are not assigned to any station.',
  },

  // Reports.
  stations: { ro: 'De unde a raportat', en: 'Where they reported' },
  noReports: { ro: 'Nu a raportat de nicăieri.', en: 'They have not reported from anywhere.' },
  open: { ro: 'Raport', en: 'Report' },
  reportOf: { ro: 'Raport: {station}', en: 'Report: {station}' },
  answered: {
    ro: { one: 'un răspuns', few: '{count} răspunsuri', other: '{count} de răspunsuri' },
    en: { one: '1 answer', other: '{count} answers' },
  },
  noted: {
    ro: { one: 'o notă', few: '{count} note', other: '{count} de note' },
    en: { one: '1 note', other: '{count} notes' },
  },
  flagged: {
    ro: { one: 'un răspuns semnalat', few: '{count} semnalate', other: '{count} de semnalate' },
    en: { one: '1 flagged', other: '{count} flagged' },
  },
  notes: { ro: 'Note', en: 'Notes' },
  noNotes: { ro: 'Nicio notă.', en: 'No notes.' },
  notAllNotes: {
    ro: 'Notele de la ultimele {count} secții; celelalte sunt în rapoarte.',
    en: 'Notes from the last {count} stations; the others are in the reports.',
  },

  newestOf: {
    ro: 'Ultimele {shown} din {total}.',
    en: 'The newest {shown} of {total}.',
  },

  // Messages.
  messages: { ro: 'Ce i s-a trimis', en: 'What was sent to them' },
  noMessages: { ro: 'Niciun mesaj.', en: 'No messages.' },
})
