import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  success: { ro: 'Succes', en: 'Success' },
  undo: { ro: 'Anulează', en: 'Undo' },

  // The states, and what fulfils a milestone.
  'not-yet': { ro: 'încă nu', en: 'not yet' },
  due: { ro: 'curând', en: 'due' },
  'in-part': { ro: 'parțial', en: 'in part' },
  done: { ro: 'făcut', en: 'done' },
  late: { ro: 'întârziat', en: 'late' },
  excused: { ro: 'scuzat', en: 'excused' },
  doneAt: { ro: 'făcut la {time}', en: 'done at {time}' },
  arrival: { ro: 'Sosirea la secție', en: 'Arrival at the station' },
  'station-info': { ro: 'Datele secției', en: 'Station information' },
  form: { ro: 'Un formular', en: 'A form' },
  question: { ro: 'O întrebare', en: 'A question' },
  message: { ro: 'Un mesaj deschis', en: 'A message opened' },
  ofWhat: { ro: '{kind}: {of}', en: '{kind}: {of}' },

  // Deployment.
  title: { ro: 'Desfășurare', en: 'Deployment' },
  howMany: {
    ro: {
      one: '{count} repartizare',
      few: '{count} repartizări',
      other: '{count} de repartizări',
    },
    en: { one: '{count} assignment', other: '{count} assignments' },
  },
  byArea: { ro: 'Pe locuri', en: 'By area' },
  byOrganisation: { ro: 'Pe organizații', en: 'By organisation' },
  area: { ro: 'Loc', en: 'Area' },
  organisation: { ro: 'Organizație', en: 'Organisation' },
  shownBy: { ro: 'Cum se arată', en: 'How it is shown' },
  progress: { ro: 'Cât s-a făcut din fiecare termen', en: 'How far each milestone is' },
  phone: { ro: 'Telefon', en: 'Phone' },
  county: { ro: 'Județ', en: 'County' },
  municipality: { ro: 'Localitate', en: 'Municipality' },
  stationNumber: { ro: 'Număr secție', en: 'Station number' },
  from: { ro: 'De la', en: 'From' },
  to: { ro: 'Până la', en: 'Until' },
  stationAlone: { ro: 'Secția', en: 'Station' },
  stationOf: { ro: 'Secția {number}', en: 'Station {number}' },
  export: { ro: 'Exportă', en: 'Export' },
  silent: { ro: 'Nimic trimis de', en: 'Silent for' },
  anySilence: { ro: 'Oricât', en: 'Any time' },
  silentMinutes: {
    ro: {
      one: 'un minut',
      few: '{count} minute',
      other: '{count} de minute',
    },
    en: { one: '1 minute', other: '{count} minutes' },
  },
  silentHours: {
    ro: {
      one: 'o oră',
      few: '{count} ore',
      other: '{count} de ore',
    },
    en: { one: '1 hour', other: '{count} hours' },
  },
  onlyObserver: { ro: 'Doar acest observator', en: 'Only this observer' },
  onlyStation: { ro: 'Doar această secție', en: 'Only this station' },
  everywhere: { ro: 'Toate județele', en: 'All counties' },
  lateCount: {
    ro: {
      one: '{count} întârziat',
      few: '{count} întârziați',
      other: '{count} întârziați',
    },
    en: { one: '{count} late', other: '{count} late' },
  },
  doneOf: { ro: '{done} din {expected}', en: '{done} of {expected}' },
  cell: {
    ro: '{name}, {milestone}: {done} din {expected} făcute, {late} întârziate',
    en: '{name}, {milestone}: {done} of {expected} done, {late} late',
  },
  nothingOwed: { ro: 'nimic', en: 'nothing' },
  minutesAfter: {
    ro: {
      one: 'la un minut după începutul turei',
      few: 'la {count} minute după începutul turei',
      other: 'la {count} de minute după începutul turei',
    },
    en: {
      one: '1 minute after the shift begins',
      other: '{count} minutes after the shift begins',
    },
  },
  whoIsExpected: { ro: 'Cine este așteptat', en: 'Who is expected' },
  observer: { ro: 'Observator', en: 'Observer' },
  station: { ro: 'Secția și tura', en: 'Station and shift' },
  lastSeen: { ro: 'Ultimul semn', en: 'Last seen' },
  nothingSent: { ro: 'nimic trimis', en: 'nothing sent' },
  actions: { ro: 'Acțiuni', en: 'Actions' },
  call: { ro: 'Sună', en: 'Call' },
  callOf: { ro: 'Sună: {name}', en: 'Call {name}' },
  callSeveral: {
    ro: {
      one: 'Sună un observator',
      few: 'Sună {count} observatori',
      other: 'Sună {count} de observatori',
    },
    en: { one: 'Call one observer', other: 'Call {count} observers' },
  },
  calledOf: {
    ro: 'Sunați: {called} din {count}. Bifele se pierd când închizi fereastra.',
    en: '{called} of {count} called. The ticks are gone once the window is closed.',
  },
  calledName: { ro: '{name}: am sunat', en: '{name} was called' },
  write: { ro: 'Scrie mesaj', en: 'Message' },
  excuse: { ro: 'Scuză', en: 'Excuse' },
  unexcuse: { ro: 'Retrage scuza', en: 'Withdraw the excuse' },
  replace: { ro: 'Înlocuiește', en: 'Replace' },
  notAllPlanned: {
    ro: 'Se arată primele {shown} din {total} de repartizări.',
    en: 'The first {shown} of {total} assignments are shown.',
  },
  owedOf: { ro: 'Termene: {name}', en: 'Milestones: {name}' },
  until: { ro: 'până la {time}', en: 'by {time}' },
  owesNothing: { ro: 'niciun termen în această tură', en: 'no milestone in this shift' },
  remove: { ro: 'Scoate din plan', en: 'Remove from the plan' },
  selected: {
    ro: { one: 'unul selectat', few: '{count} selectați', other: '{count} selectați' },
    en: { one: '{count} selected', other: '{count} selected' },
  },
  anyMilestone: { ro: 'Orice termen', en: 'Any milestone' },
  anyState: { ro: 'Orice stare', en: 'Any state' },
  milestone: { ro: 'Termen', en: 'Milestone' },
  state: { ro: 'Stare', en: 'State' },
  without: { ro: 'Fără filtrul {name}', en: 'Remove the filter {name}' },
  chosenStation: { ro: 'Secția aleasă', en: 'The chosen station' },
  chosenObserver: { ro: 'Observatorul ales', en: 'The chosen observer' },
  chosenPlace: { ro: 'Locul ales', en: 'The chosen place' },
  noPlan: { ro: 'Încă nu este un plan', en: 'There is no plan yet' },
  noPlanWhy: {
    ro: 'Repartizează întâi observatorii la secții; apoi vezi aici cine a ajuns, cine a raportat și cine lipsește.',
    en: 'First assign observers to stations; then you see here who has arrived, who has reported and who is missing.',
  },
  toPlan: { ro: 'Fă planul', en: 'Make the plan' },
  noMilestones: { ro: 'Încă nu este niciun termen', en: 'There are no milestones yet' },
  noMilestonesWhy: {
    ro: 'Un termen spune ce se așteaptă până când: sosirea la 06:30, formularul de deschidere la 08:00.',
    en: 'A milestone says what is expected by when: arrival at 06:30, the opening form at 08:00.',
  },
  toMilestones: { ro: 'Adaugă un termen', en: 'Add a milestone' },
  noMatch: { ro: 'Nimeni nu corespunde filtrelor', en: 'Nobody matches the filters' },

  // Excusing.
  excuseTitle: {
    ro: {
      one: 'Scuzi un observator?',
      few: 'Scuzi {count} observatori?',
      other: 'Scuzi {count} de observatori?',
    },
    en: { one: 'Excuse one observer?', other: 'Excuse {count} observers?' },
  },
  excuseWhat: { ro: 'De la ce', en: 'From what' },
  allOwed: { ro: 'Tot ce mai datorează', en: 'All that they still owe' },
  reason: { ro: 'Motivul', en: 'Reason' },
  reasonExpected: { ro: 'Scrie de ce, pe scurt.', en: 'Say why, in a few words.' },
  excusedCount: {
    ro: {
      one: 'Scuzat de la un termen.',
      few: 'Scuzat de la {count} termene.',
      other: 'Scuzat de la {count} de termene.',
    },
    en: { one: 'Excused from one milestone.', other: 'Excused from {count} milestones.' },
  },
  owedAgain: {
    ro: {
      one: 'Un termen este datorat din nou.',
      few: '{count} termene sunt datorate din nou.',
      other: '{count} de termene sunt datorate din nou.',
    },
    en: { one: 'One milestone is owed again.', other: '{count} milestones are owed again.' },
  },

  // The milestones.
  milestones: { ro: 'Termene', en: 'Milestones' },
  milestoneCount: {
    ro: { one: '{count} termen', few: '{count} termene', other: '{count} de termene' },
    en: { one: '{count} milestone', other: '{count} milestones' },
  },
  what: { ro: 'Ce se așteaptă', en: 'What is due' },
  dueBy: { ro: 'Până la', en: 'Due by' },
  owe: { ro: 'Îl datorează', en: 'Owe it' },
  isCounting: { ro: 'se calculează', en: 'being worked out' },
  askedOfNobody: { ro: 'Nu se mai cere', en: 'No longer asked' },
  askedOfNobodyAbout: {
    ro: 'Telefoanele nu mai arată formularul sau întrebarea; nimeni nu întârzie cu ele.',
    en: 'Phones no longer show the form or the question; nobody is late with it.',
  },
  forStation: { ro: 'O dată pentru secție', en: 'Once for the station' },
  forStationAbout: {
    ro: 'Oricine din aceeași organizație îl îndeplinește pentru toți de la secție.',
    en: 'Whoever of the same organisation fulfils it does so for all at the station.',
  },
  add: { ro: 'Adaugă termen', en: 'Add milestone' },
  edit: { ro: 'Modifică', en: 'Edit' },
  editOf: { ro: 'Modifică: {name}', en: 'Edit {name}' },
  editTitle: { ro: 'Modifică termenul', en: 'Edit the milestone' },
  delete: { ro: 'Șterge', en: 'Delete' },
  removed: { ro: '{name} a fost șters.', en: '{name} was deleted.' },
  restoredSeveral: {
    ro: {
      one: 'Un termen este din nou aici.',
      few: '{count} termene sunt din nou aici.',
      other: '{count} de termene sunt din nou aici.',
    },
    en: { one: 'One milestone is back.', other: '{count} milestones are back.' },
  },
  selectedMilestones: {
    ro: {
      one: 'un termen selectat',
      few: '{count} termene selectate',
      other: '{count} de termene selectate',
    },
    en: { one: 'one milestone selected', other: '{count} milestones selected' },
  },
  restored: { ro: '{name} este din nou aici.', en: '{name} is back.' },
  added: { ro: '{name} a fost adăugat.', en: '{name} was added.' },
  saved: { ro: 'Termenul a fost salvat.', en: 'The milestone was saved.' },
  save: { ro: 'Salvează', en: 'Save' },
  milestoneName: { ro: 'Nume', en: 'Name' },
  nameExpected: { ro: 'Scrie un nume scurt.', en: 'Give it a short name.' },
  whichForm: { ro: 'Formularul', en: 'Form' },
  whichQuestion: { ro: 'Întrebarea', en: 'Question' },
  whichMessage: { ro: 'Mesajul', en: 'Message' },
  deadline: { ro: 'Termenul este', en: 'The deadline is' },
  atMoment: { ro: 'la o oră, pentru toți', en: 'at a time, for everybody' },
  afterShift: { ro: 'după începutul fiecărei ture', en: 'after each shift begins' },
  day: { ro: 'Ziua', en: 'Day' },
  time: { ro: 'Ora', en: 'Time' },
  timeExpected: { ro: 'O oră, de exemplu 06:30.', en: 'A time, such as 06:30.' },
  minutes: { ro: 'Minute', en: 'Minutes' },

  // Copying from another election.
  back: { ro: 'Înapoi la termene', en: 'Back to the milestones' },
  copyTitle: {
    ro: 'Copiază termenele altor alegeri',
    en: 'Copy the milestones of another election',
  },
  copyAbout: {
    ro: 'Termenele rămân la aceleași ore, la tot atâtea zile de ziua alegerilor. Formularele se recunosc după cod, întrebările după codul lor și al formularului. Un termen al cărui nume există deja rămâne cum este. Mementourile nu se copiază.',
    en: 'Deadlines keep their hours, as many days from election day as they were. Forms are found by their codes, questions by theirs and their form’s. A milestone whose name is there already stays as it is. Reminders are not copied.',
  },
  copyRefused: {
    ro: 'Contul tău nu poate copia termene.',
    en: 'Your account cannot copy milestones.',
  },
  copyEmpty: { ro: 'Alegerile acelea nu au termene.', en: 'That election has no milestones.' },
  copied: {
    ro: {
      one: 'Un termen copiat',
      few: '{count} termene copiate',
      other: '{count} de termene copiate',
    },
    en: { one: 'One milestone copied', other: '{count} milestones copied' },
  },
  copyLeft: {
    ro: {
      one: 'unul care nu se potrivea a rămas',
      few: '{count} care nu se potriveau au rămas',
      other: '{count} care nu se potriveau au rămas',
    },
    en: { one: 'one that did not fit was left', other: '{count} that did not fit were left' },
  },
  removedSeveral: {
    ro: {
      one: 'Un termen a fost șters.',
      few: '{count} termene au fost șterse.',
      other: '{count} de termene au fost șterse.',
    },
    en: { one: 'One milestone was deleted.', other: '{count} milestones were deleted.' },
  },
  noSuchForm: {
    ro: 'Aici nu este niciun formular {code}.',
    en: 'There is no form {code} here.',
  },
  noSuchQuestion: {
    ro: 'Formularul {form} nu are aici o întrebare {code}, sau are mai multe.',
    en: 'Form {form} has no question {code} here, or has several.',
  },
  ofMessage: {
    ro: 'Un mesaj se trimite o singură dată: termenul lui nu se copiază.',
    en: 'A message is sent once: its milestone is not copied.',
  },
  yes: { ro: 'da', en: 'yes' },
  no: { ro: 'nu', en: 'no' },
})
