import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  elections: { ro: 'Alegeri', en: 'Elections' },
  total: {
    ro: { one: '{count} în total', few: '{count} în total', other: '{count} în total' },
    en: { one: '1 in all', other: '{count} in all' },
  },
  add: { ro: 'Pregătește alegeri', en: 'Prepare an election' },
  name: { ro: 'Nume', en: 'Name' },
  nameExpected: { ro: 'Scrie numele alegerilor.', en: 'Enter the election’s name.' },
  day: { ro: 'Ziua', en: 'Day' },
  dayExpected: { ro: 'Scrie ziua, de exemplu 2026-11-22.', en: 'Enter a day, such as 2026-11-22.' },
  timezone: { ro: 'Fusul orar', en: 'Time zone' },
  timezoneExpected: {
    ro: 'Scrie un fus orar, de exemplu Europe/Bucharest.',
    en: 'Enter a time zone, such as Europe/Bucharest.',
  },
  zoneMoves: {
    ro: 'Alt fus orar privește orele deja scrise: {what}. Alege ce rămâne.',
    en: 'Another time zone concerns times that are already set: {what}. Choose what stays.',
  },
  zoneKeeps: { ro: 'La schimbarea fusului orar', en: 'When the time zone changes' },
  keepTimes: { ro: 'Orele de pe ceas rămân', en: 'Clock times stay' },
  keepTimesAbout: {
    ro: '{was} în {from} devine {was} în {to}. Mesajele programate pleacă atunci când erau programate.',
    en: '{was} in {from} becomes {was} in {to}. Scheduled messages go out when they were to go out.',
  },
  zoneSkips: {
    ro: {
      one: 'O oră nu există în {to}, unde ceasul se dă înainte; ar deveni alta și n-ar mai reveni: {times}.',
      few: '{count} ore nu există în {to}, unde ceasul se dă înainte; ar deveni altele și n-ar mai reveni: {times}.',
      other:
        '{count} de ore nu există în {to}, unde ceasul se dă înainte; ar deveni altele și n-ar mai reveni: {times}.',
    },
    en: {
      one: 'Clocks of {to} skip 1 time, which would become another and not come back: {times}.',
      other:
        'Clocks of {to} skip {count} times, which would become others and not come back: {times}.',
    },
  },
  keepMoments: { ro: 'Momentele rămân', en: 'Moments stay' },
  shiftsOfPlan: {
    ro: { one: 'o repartizare', few: '{count} repartizări', other: '{count} de repartizări' },
    en: { one: '1 shift', other: '{count} shifts' },
  },
  dueTimes: {
    ro: { one: 'un termen', few: '{count} termene', other: '{count} de termene' },
    en: { one: '1 deadline', other: '{count} deadlines' },
  },
  country: { ro: 'Țara telefoanelor', en: 'Country of the phones' },
  countryAbout: {
    ro: 'Numerele scrise fără prefix internațional țin de această țară.',
    en: 'Numbers typed without an international prefix belong here.',
  },
  callPause: {
    ro: 'Minute între două apeluri către un observator',
    en: 'Minutes between two calls to an observer',
  },
  callPauseAbout: {
    ro: 'Atât lasă „Sună următorul” în pace un observator deja sunat, dacă n-a cerut să revii mai devreme.',
    en: '“Call the next” leaves an observer out for so long after a call, except for an agreed call-back.',
  },
  countryOfZone: { ro: 'După fusul orar', en: 'By the time zone' },
  copyFrom: { ro: 'Secții și formulare', en: 'Stations and forms' },
  copyNothing: { ro: 'Fără: le adaug eu', en: 'None: I add them myself' },
  copyOf: { ro: 'Ca la {name}', en: 'Same as {name}' },
  levelNames: { ro: 'Nivelurile zonelor', en: 'Levels of areas' },
  levelNamesAbout: {
    ro: 'De la mare la mic, despărțite prin virgulă; de exemplu: Județ',
    en: 'Largest first, separated by commas; for example: Province, County, Municipality',
  },
  levelNamesExpected: { ro: 'Scrie cel puțin un nivel.', en: 'Enter at least one level.' },
  countyLevel: { ro: 'Care dintre ele este județul', en: 'Which of these is the county' },
  state: { ro: 'Stare', en: 'State' },
  current: { ro: 'În desfășurare', en: 'Current' },
  live: { ro: 'Oficiale', en: 'Official' },
  archived: { ro: 'Arhivate', en: 'Archived' },
  stations: { ro: 'Secții', en: 'Stations' },
  observers: { ro: 'Observatori', en: 'Observers' },
  forms: { ro: 'Formulare', en: 'Forms' },
  visits: { ro: 'Rapoarte', en: 'Reports' },
  edit: { ro: 'Modifică', en: 'Edit' },
  editOf: { ro: 'Modifică: {name}', en: 'Edit {name}' },
  editTitle: { ro: 'Modifică alegerile', en: 'Edit the election' },
  makeCurrent: { ro: 'Fă-le curente', en: 'Make current' },
  makeCurrentTitle: { ro: 'Treci la {name}?', en: 'Switch to {name}?' },
  makeCurrentWhy: {
    ro: 'Ecranele tuturor trec la aceste alegeri, iar telefoanele se conectează de acum la ele.',
    en: 'Everybody’s screens switch to this election, and phones sign in to it from now on.',
  },
  nobodySignedIn: {
    ro: 'La „{former}” nu este conectat niciun telefon.',
    en: 'No phone is signed in to “{former}”.',
  },
  signedIn: {
    ro: {
      one: 'La „{former}” este conectat un observator. Ce trimite telefonul lui ajunge tot acolo, cât timp rămâne conectat; ca să se reconecteze, acele alegeri trebuie să fie din nou curente.',
      few: 'La „{former}” sunt conectați {count} observatori. Ce trimit telefoanele lor ajunge tot acolo, cât timp rămân conectate; ca să se reconecteze, acele alegeri trebuie să fie din nou curente.',
      other:
        'La „{former}” sunt conectați {count} de observatori. Ce trimit telefoanele lor ajunge tot acolo, cât timp rămân conectate; ca să se reconecteze, acele alegeri trebuie să fie din nou curente.',
    },
    en: {
      one: '1 observer is signed in to “{former}”. What their phone sends still goes there while they stay signed in; to sign in again, they need that election to be current.',
      other:
        '{count} observers are signed in to “{former}”. What their phones send still goes there while they stay signed in; to sign in again, they need that election to be current.',
    },
  },
  archiveTitle: { ro: 'Arhivezi {name}?', en: 'Archive {name}?' },
  archiveWhy: {
    ro: {
      one: 'La ele este conectat încă un observator. Ce mai trimite se păstrează deoparte, până le redeschizi.',
      few: 'La ele sunt conectați încă {count} observatori. Ce mai trimit se păstrează deoparte, până le redeschizi.',
      other:
        'La ele sunt conectați încă {count} de observatori. Ce mai trimit se păstrează deoparte, până le redeschizi.',
    },
    en: {
      one: '1 observer is still signed in to it. What they send is kept until you reopen it.',
      other:
        '{count} observers are still signed in to it. What they send is kept until you reopen it.',
    },
  },
  keptAside: { ro: 'Sosite târziu: {count}', en: 'Came late: {count}' },
  start: { ro: 'Începe alegerile reale', en: 'Start for real' },
  startTitle: { ro: 'Începi alegerile reale „{name}”?', en: 'Start {name} for real?' },
  startWhy: {
    ro: 'Secțiile, formularele și observatorii rămân; ce s-a raportat în repetiție dispare, ca și motivările de la termene care au trecut. Nu se poate reveni.',
    en: 'Its stations, forms and observers stay; what was reported during the rehearsal is removed, and so are excuses from deadlines that have passed. This cannot be undone.',
  },
  endTitle: { ro: 'Închei repetiția „{name}”?', en: 'End the rehearsal “{name}”?' },
  endOtherwise: { ro: 'Sau pornește de la zero:', en: 'Or begin from nothing:' },
  clear: { ro: 'Șterge repetiția…', en: 'Delete the rehearsal…' },
  clearTitle: { ro: 'Ștergi repetiția?', en: 'Delete the rehearsal?' },
  clearWarning: {
    ro: 'Rapoartele, notele și observatorii repetiției „{election}” dispar, iar alegeri fără date îi iau locul. Nu se poate reveni.',
    en: 'The reports, notes and observers of the rehearsal “{election}” are removed, and an empty election takes its place. This cannot be undone.',
  },
  clearName: { ro: 'Numele repetiției', en: 'Name of the rehearsal' },
  clearNameAbout: { ro: 'Scrie „{election}”.', en: 'Type “{election}”.' },
  clearConfirm: { ro: 'Șterge repetiția', en: 'Delete the rehearsal' },
  startTakesBack: {
    ro: 'Mesaje luate înapoi, pentru că au fost programate în repetiție: {count}. Le poți programa din nou.',
    en: 'Messages taken back, because they were scheduled in the rehearsal: {count}. You can schedule them again.',
  },
  leavingEndsMessages: {
    ro: 'Mesaje programate în „{former}” care nu mai ajung la nimeni: {count}.',
    en: 'Messages scheduled in “{former}” that will not be sent: {count}.',
  },
  archive: { ro: 'Arhivează', en: 'Archive' },
  isCurrentWhy: {
    ro: 'Sunt în desfășurare: fă întâi alte alegeri curente',
    en: 'It is current: make another election current first',
  },
  isEmptyingWhy: {
    ro: 'Se șterg încă rapoartele repetiției',
    en: 'Its practice reports are still being removed',
  },
  look: { ro: 'Deschide pentru citire', en: 'Open to read' },
  reopen: { ro: 'Redeschide', en: 'Reopen' },
  delete: { ro: 'Șterge', en: 'Delete' },
  deleteTitle: { ro: 'Ștergi {name}?', en: 'Delete {name}?' },
  deleteConfirmation: {
    ro: 'Ești sigur că vrei să ștergi această înregistrare?',
    en: 'Are you sure you want to delete this record?',
  },
  deleted: { ro: 'Alegeri șterse', en: 'Deleted elections' },
  noElections: { ro: 'Nu există alegeri', en: 'There are no elections' },
  save: { ro: 'Salvează', en: 'Save' },
  saved: { ro: 'Modificările au fost salvate', en: 'Changes have been saved' },
  added: { ro: '{name}: pregătite, ca repetiție', en: '{name} is prepared, as a rehearsal' },
  madeCurrent: { ro: 'Acum toți sunt la {name}', en: 'Everybody is now in {name}' },
  started: { ro: '{name} au început', en: '{name} has started' },
  startBegun: {
    ro: '{name}: rapoartele repetiției se șterg; alegerile reale încep îndată ce s-a terminat',
    en: '{name}: the rehearsal’s reports are being removed; it starts for real once that is done',
  },
  takingBack: { ro: 'Se șterg rapoartele repetiției', en: 'Removing the rehearsal’s reports' },
  emptying: { ro: 'Se golesc', en: 'Emptying' },
  erasePeople: { ro: 'Șterge datele personale', en: 'Erase personal data' },
  erase: { ro: 'Șterge datele', en: 'Erase' },
  eraseTitle: {
    ro: 'Ștergi datele personale din „{name}”?',
    en: 'Erase the personal data of “{name}”?',
  },
  eraseWhy: {
    ro: 'Numele, telefoanele și dispozitivele observatorilor dispar de peste tot, și din istoric. Rapoartele și notele rămân, cu numărul observatorului. Copiile de siguranță de până acum încă le conțin. Nu se poate anula.',
    en: 'The names, phones and devices of the observers are removed everywhere, history included. Reports and notes stay, under the observer’s number. Backups made before still contain them. This cannot be undone.',
  },
  eraseBegun: {
    ro: '{name}: datele personale se șterg; lista arată cât s-a făcut',
    en: '{name}: personal data is being erased; the list shows the progress',
  },
  erasing: { ro: 'Se șterg datele', en: 'Erasing personal data' },
  stopErasing: { ro: 'Oprește ștergerea', en: 'Stop erasing' },
  erasingStopped: {
    ro: '{name}: oprit; ce s-a șters rămâne șters',
    en: '{name}: stopped; what was erased stays erased',
  },
  nameless: { ro: 'Fără date personale', en: 'No personal data' },
  isArchived: { ro: '{name}: arhivate', en: '{name} is archived' },
  reopened: { ro: '{name}: redeschise', en: '{name} is open again' },
  removed: { ro: '{name}: șterse', en: '{name} is deleted' },
  broughtBack: { ro: '{name}: aduse înapoi', en: '{name} is back' },
})
