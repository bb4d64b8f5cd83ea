import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  plan: { ro: 'Plan', en: 'Plan' },
  observer: { ro: 'Observator', en: 'Observer' },
  phone: { ro: 'Telefon', en: 'Phone' },
  ngo: { ro: 'Organizație', en: 'Organisation' },
  allOrganisations: { ro: 'Toate organizațiile', en: 'All organisations' },
  countyCode: { ro: 'Cod județ', en: 'County code' },
  areaCode: { ro: 'Cod localitate', en: 'Municipality code' },
  stationNumber: { ro: 'Număr secție', en: 'Station number' },
  from: { ro: 'De la', en: 'From' },
  until: { ro: 'Până la', en: 'Until' },
  isMobile: { ro: 'Echipă mobilă', en: 'Mobile team' },

  phoneExpected: {
    ro: 'Telefonul trebuie să fie al unui observator.',
    en: 'The phone has to be an observer’s.',
  },
  codeExpected: {
    ro: 'Codul lipsește sau este prea lung.',
    en: 'The code is missing or too long.',
  },
  numberExpected: {
    ro: 'Numărul secției trebuie să fie un număr întreg.',
    en: 'The station number has to be a whole number.',
  },
  momentExpected: {
    ro: 'Trebuie o zi și o oră, de exemplu 22.11.2026 06:00 sau 2026-11-22 06:00.',
    en: 'It has to be a day and a time, such as 22.11.2026 06:00 or 2026-11-22 06:00.',
  },
  yes: { ro: 'da', en: 'yes' },
  no: { ro: 'nu', en: 'no' },
  flagExpected: { ro: 'Trebuie da sau nu.', en: 'It has to be yes or no.' },
  rowTwice: {
    ro: 'Repartizarea aceasta este și pe rândul {line}.',
    en: 'The same assignment is on row {line} as well.',
  },
  unknownPhone: {
    ro: 'Niciun observator al organizației nu are telefonul {phone}.',
    en: 'No observer of the organisation has the phone {phone}.',
  },
  several: {
    ro: 'Telefonul {phone} se potrivește cu mai mulți observatori: {phones}.',
    en: 'The phone {phone} matches several observers: {phones}.',
  },
  severalAreas: {
    ro: 'Mai multe locuri se numesc {name}. Scrie codul sau adaugă județul.',
    en: 'Several places are called {name}. Write the code, or add the county.',
  },
  severalLabelled: {
    ro: 'Mai multe secții au eticheta {label}. Scrie numărul.',
    en: 'Several stations have the label {label}. Write the number.',
  },
  noSuchStation: {
    ro: 'Secția {number} nu există în {code}.',
    en: 'There is no station {number} in {code}.',
  },
  farShift: {
    ro: 'O tură pe {day}, la {days} zile de ziua alegerilor.',
    en: 'A shift on {day}, {days} days from election day.',
  },
  skippedClock: {
    ro: 'Ora {clock} nu există: ceasurile se dau înainte. Se citește {becomes}.',
    en: 'The time {clock} does not exist: clocks are put forward. It is read as {becomes}.',
  },
  endsEarly: { ro: 'Sfârșitul trebuie să fie după început.', en: 'It has to end after it begins.' },

  // The pages.
  planTitle: { ro: 'Planul', en: 'The plan' },
  back: { ro: 'Înapoi la plan', en: 'Back to the plan' },
  assigned: {
    ro: {
      one: '{count} repartizare',
      few: '{count} repartizări',
      other: '{count} de repartizări',
    },
    en: { one: '{count} assignment', other: '{count} assignments' },
  },
  area: { ro: 'Loc', en: 'Area' },
  areas: { ro: 'Acoperirea pe locuri', en: 'Cover by area' },
  // The target of coverage.
  target: { ro: 'Ținta acoperirii', en: 'Target of coverage' },
  targetAbout: {
    ro: 'Acoperirea se calculează doar din aceste secții: un eșantion sau o listă a voastră. Cu lista goală, din toate secțiile. Scrie câte o secție pe fiecare rând: codul județului sau al localității, apoi numărul ei, de exemplu CJ 12.',
    en: 'Coverage counts these stations only: a sample, or a list of your own. An empty list counts all stations. Write one station per line: the code of its county or municipality, then its number, for example CJ 12.',
  },
  targetList: { ro: 'Secțiile', en: 'Stations' },
  targetCount: {
    ro: { one: '{count} secție', few: '{count} secții', other: '{count} de secții' },
    en: { one: '1 station', other: '{count} stations' },
  },
  targetDeleted: {
    ro: {
      one: 'O secție din țintă este ștearsă acum. Dacă salvezi lista, iese din țintă.',
      few: '{count} secții din țintă sunt șterse acum. Dacă salvezi lista, ies din țintă.',
      other: '{count} de secții din țintă sunt șterse acum. Dacă salvezi lista, ies din țintă.',
    },
    en: {
      one: 'One station of the target is deleted at present. If you save the list, it leaves the target.',
      other:
        '{count} stations of the target are deleted at present. If you save the list, they leave the target.',
    },
  },
  targetUnread: {
    ro: 'Aici nu se citește un cod și un număr: {lines}',
    en: 'No code and number can be read here: {lines}',
  },
  targetUnknown: {
    ro: 'Alegerile nu au aceste secții ({count}): {lines}',
    en: 'The election does not have these stations ({count}): {lines}',
  },
  targetLine: { ro: 'rândul {line}, „{text}”', en: 'line {line}, “{text}”' },
  targetMore: { ro: 'și altele', en: 'and more' },
  targetTooMany: {
    ro: 'O țintă are cel mult {most} secții.',
    en: 'A target has at most {most} stations.',
  },
  targetSave: { ro: 'Salvează', en: 'Save' },
  targetSet: { ro: 'Ținta acoperirii este schimbată', en: 'The target of coverage is changed' },
  targetUndone: { ro: 'Ținta de dinainte este înapoi', en: 'The former target is back' },
  covered: { ro: 'Secții cu observator', en: 'Stations with an observer' },
  coveredOf: { ro: '{covered} din {stations}', en: '{covered} of {stations}' },
  without: {
    ro: {
      one: '{count} fără observator',
      few: '{count} fără observator',
      other: '{count} fără observator',
    },
    en: { one: '{count} without an observer', other: '{count} without an observer' },
  },
  allAreas: { ro: 'Toate județele', en: 'All counties' },
  allCovered: {
    ro: 'Fiecare secție deschisă are un observator',
    en: 'Every open station has an observer',
  },
  allAssigned: { ro: 'Fiecare observator are o secție', en: 'Every observer has a station' },
  unassigned: { ro: 'Observatori fără secție', en: 'Observers without a station' },
  unassignedAbout: {
    ro: 'Planul nu îi trimite nicăieri.',
    en: 'The plan sends them nowhere.',
  },
  uncovered: { ro: 'Secții fără observator', en: 'Stations without an observer' },
  uncoveredAbout: {
    ro: 'Cele deschise, la care nu este repartizat nimeni.',
    en: 'Open stations without an assigned observer.',
  },
  county: { ro: 'Județ', en: 'County' },
  municipality: { ro: 'Localitate', en: 'Municipality' },
  stationName: { ro: 'Numele secției', en: 'Name of the station' },
  address: { ro: 'Adresă', en: 'Address' },
  chosenStation: { ro: 'Secția aleasă', en: 'The chosen station' },
  chosenObserver: { ro: 'Observatorul ales', en: 'The chosen observer' },
  lastSeen: { ro: 'Ultimul semn', en: 'Last seen' },
  nothingSent: { ro: 'nimic trimis', en: 'nothing sent' },
  addOf: { ro: 'Adaugă în plan: {name}', en: 'Add {name} to the plan' },
  fillIn: { ro: 'Propune observatori', en: 'Suggest observers' },
  fillInOf: { ro: 'Propune observatori: {name}', en: 'Suggest observers: {name}' },
  fillInAbout: {
    ro: 'Observatori fără secție, pentru secțiile fără observator: întâi cei care au mai fost aici sau în apropiere. Nimic nu se schimbă până nu îi repartizezi.',
    en: 'Observers without a station, for the stations without an observer: those who were here or near before come first. Nothing changes until you assign them.',
  },
  whyReported: { ro: 'A raportat din județ', en: 'Has reported from the county' },
  whyBefore: {
    ro: 'A fost în județ la alte alegeri',
    en: 'Was in the county at another election',
  },
  whyNearby: { ro: 'A fost în apropiere', en: 'Was near here' },
  whyOrganisation: {
    ro: 'Nu se știe unde a mai fost; organizația este deja în județ',
    en: 'Nothing is known of where they were; their organisation is in the county',
  },
  whyAnyone: { ro: 'Nu se știe unde a mai fost', en: 'Nothing is known of where they were' },
  takeKnown: {
    ro: {
      one: 'Repartizează-l pe cel cunoscut aici',
      few: 'Repartizează-i pe cei {count} cunoscuți aici',
      other: 'Repartizează-i pe cei {count} cunoscuți aici',
    },
    en: { one: 'Assign the one known here', other: 'Assign the {count} known here' },
  },
  noProposals: { ro: 'Nimic de propus', en: 'Nothing to propose' },
  noProposalsWhy: {
    ro: 'Fiecare secție are pe cineva, sau toți observatorii fără secție sunt din altă parte.',
    en: 'Every station has an observer, or all observers without a station are from elsewhere.',
  },
  take: { ro: 'Repartizează', en: 'Assign' },
  proposalTaken: {
    ro: 'Repartizarea există deja de la acea oră: {name}, {station}. Lista se citește din nou; încearcă apoi încă o dată.',
    en: '{name} is already assigned to {station} from that time. The list is read again; then try once more.',
  },
  takeOf: { ro: 'Repartizează: {name}', en: 'Assign {name}' },
  takeAll: {
    ro: {
      one: 'Repartizează propunerea',
      few: 'Repartizează toate cele {count}',
      other: 'Repartizează toate cele {count}',
    },
    en: { one: 'Assign the proposal', other: 'Assign all {count}' },
  },
  away: { ro: 'la {distance}', en: '{distance} away' },
  assignments: { ro: 'Repartizări', en: 'Assignments' },
  station: { ro: 'Secția', en: 'Station' },
  stationOf: { ro: 'Secția {number}', en: 'Station {number}' },
  shift: { ro: 'Tura', en: 'Shift' },
  twoPlaces: { ro: 'În două locuri', en: 'In two places' },
  twoPlacesWhy: {
    ro: 'În același timp este repartizat și la altă secție.',
    en: 'They are to be at another station at the same time.',
  },
  mobileBadge: { ro: 'mobilă', en: 'mobile' },
  add: { ro: 'Adaugă în plan', en: 'Add to the plan' },
  edit: { ro: 'Modifică', en: 'Edit' },
  editOf: { ro: 'Modifică: {name}', en: 'Edit {name}' },
  editTitle: { ro: '{name}: repartizare', en: '{name}: assignment' },
  remove: { ro: 'Scoate din plan', en: 'Remove from the plan' },
  replace: { ro: 'Înlocuiește', en: 'Replace' },
  replaceTitle: { ro: 'Înlocuitor pentru {name}', en: 'Who replaces {name}?' },
  replaceAbout: {
    ro: 'La aceeași secție, până la sfârșitul turei. Se poate anula.',
    en: 'At the same station, until the shift ends. It can be undone.',
  },
  replaceSeveral: {
    ro: {
      one: 'Înlocuitor pentru un observator',
      few: 'Înlocuitori pentru {count} observatori',
      other: 'Înlocuitori pentru {count} de observatori',
    },
    en: { one: 'Who replaces one observer?', other: 'Who replaces {count} observers?' },
  },
  replaceSeveralAbout: {
    ro: {
      one: 'O repartizare, la aceeași secție, până la sfârșitul turei. Se poate anula.',
      few: 'Cele {count} repartizări, la aceleași secții, până la sfârșitul turelor. Se poate anula.',
      other:
        'Cele {count} de repartizări, la aceleași secții, până la sfârșitul turelor. Se poate anula.',
    },
    en: {
      one: 'One assignment, at the same station, until the shift ends. It can be undone.',
      other:
        'These {count} assignments, at the same stations, until the shifts end. It can be undone.',
    },
  },
  changeFromNow: { ro: 'De acum', en: 'From now' },
  changeFromNowAbout: {
    ro: 'Ce a fost până acum rămâne. Dacă tura a început, ora de început nu se schimbă.',
    en: 'The past does not change. If the shift has begun, its start does not change.',
  },
  wasAlwaysSo: { ro: 'A fost mereu așa', en: 'It was always so' },
  wasAlwaysSoAbout: {
    ro: 'Corectează o greșeală: termenele trecute se socotesc din nou.',
    en: 'Corrects a mistake: past deadlines are counted again.',
  },
  leavesNow: { ro: 'Pleacă acum', en: 'Leaves now' },
  takesOver: { ro: 'De când', en: 'From when' },
  fromNow: { ro: 'De acum', en: 'From now' },
  fromNowAbout: {
    ro: 'Ce a fost făcut sau ratat până acum rămâne al celui de dinainte.',
    en: 'What was done or missed until now stays with the former observer.',
  },
  neverCame: { ro: 'Nu a venit deloc', en: 'Never came' },
  neverCameAbout: {
    ro: 'Înlocuitorul are toată tura, de la început.',
    en: 'The successor has the whole shift, from its start.',
  },
  replacedSeveral: {
    ro: {
      one: '{name} a preluat o repartizare.',
      few: '{name} a preluat {count} repartizări.',
      other: '{name} a preluat {count} de repartizări.',
    },
    en: {
      one: '{name} has taken over one assignment.',
      other: '{name} has taken over {count} assignments.',
    },
  },
  successors: { ro: 'Observatori fără secție', en: 'Observers without a station' },
  choose: { ro: 'Alege', en: 'Choose' },
  chooseOf: { ro: 'Alege: {name}', en: 'Choose {name}' },
  replaced: {
    ro: 'Înlocuitor pentru {former}: {name}.',
    en: '{name} replaces {former}.',
  },
  replacesSince: {
    ro: 'înlocuiește pe {name} din {time}',
    en: 'replaces {name} since {time}',
  },
  messageFormers: { ro: 'Scrie celor înlocuiți', en: 'Message those replaced' },
  messageTo: { ro: 'Scrie-i: {name}', en: 'Message {name}' },
  removed: {
    ro: {
      one: 'O repartizare a fost scoasă din plan.',
      few: '{count} repartizări au fost scoase din plan.',
      other: '{count} de repartizări au fost scoase din plan.',
    },
    en: {
      one: 'One assignment was removed from the plan.',
      other: '{count} assignments were removed from the plan.',
    },
  },
  added: {
    ro: {
      one: 'O repartizare a fost adăugată.',
      few: '{count} repartizări au fost adăugate.',
      other: '{count} de repartizări au fost adăugate.',
    },
    en: { one: 'One assignment was added.', other: '{count} assignments were added.' },
  },
  undone: { ro: 'Planul este ca înainte.', en: 'The plan is as it was.' },
  notAllBack: {
    ro: 'Ce a fost planificat din nou între timp a rămas scos.',
    en: 'Assignments that were planned again meanwhile were not restored.',
  },
  save: { ro: 'Salvează', en: 'Save' },
  saved: { ro: 'Repartizarea a fost salvată.', en: 'The assignment was saved.' },
  change: { ro: 'Alege altul', en: 'Choose another' },
  findObserver: { ro: 'Observator: nume', en: 'Observer: name' },
  fromDay: { ro: 'De la, ziua', en: 'From, day' },
  untilDay: { ro: 'Până la, ziua', en: 'Until, day' },
  time: { ro: 'Ora', en: 'Time' },
  timeExpected: { ro: 'O oră, de exemplu 06:30.', en: 'A time, such as 06:30.' },
  isMobileAbout: {
    ro: 'Merge din secție în secție: mai multe locuri într-o tură.',
    en: 'Goes from station to station: several places in one shift.',
  },
  name: { ro: 'Numele observatorului', en: 'Observer’s name' },
  onlyConflicts: { ro: 'Doar cei în două locuri', en: 'Only those in two places' },
  noneThere: { ro: 'nimeni', en: 'none' },
  noPlan: { ro: 'Încă nu este un plan', en: 'There is no plan yet' },
  noPlanWhy: {
    ro: 'Planul spune cine este la ce secție, de când până când. Importă-l dintr-un fișier, adaugă repartizările una câte una sau cere propuneri de observatori pentru un județ.',
    en: 'The plan says who is at which station, from when to when. Import it from a file, add assignments one by one, or have observers suggested for a county.',
  },
  noMatch: { ro: 'Nicio repartizare aici', en: 'No assignment here' },
  noMatchWhy: {
    ro: 'Niciuna nu corespunde locului și filtrelor alese.',
    en: 'None matches the chosen area and filters.',
  },
  import: { ro: 'Importă', en: 'Import' },
  importTitle: { ro: 'Importă planul', en: 'Import the plan' },
  importAbout: {
    ro: 'Un rând pentru fiecare observator la o secție. O repartizare care există deja de la aceeași oră se modifică.',
    en: 'A row for each observer at a station. An existing assignment from the same time is changed.',
  },
  undoAbout: {
    ro: 'Ce s-a schimbat de atunci rămâne așa cum este.',
    en: 'Shifts that were changed since are kept.',
  },
  copyTitle: { ro: 'Copiază planul altor alegeri', en: 'Copy the plan of another election' },
  copyAbout: {
    ro: 'Observatorii se recunosc după telefon, secțiile după cod și număr. Turele rămân la aceleași ore, la tot atâtea zile de ziua alegerilor.',
    en: 'Observers are found by their phones, stations by their codes and numbers. Shifts keep their hours, as many days from election day as they were.',
  },
  copyEmpty: {
    ro: 'Alegerile acelea nu au un plan.',
    en: 'That election has no plan.',
  },
  elsewhere: {
    ro: 'Este deja în plan la {area} {number} în acel timp.',
    en: 'Is in the plan at {area} {number} at that time already.',
  },
  export: { ro: 'Exportă', en: 'Export' },
  exportUnassigned: {
    ro: 'Exportă observatorii fără secție',
    en: 'Export the observers without a station',
  },
  writeToAll: { ro: 'Scrie-le tuturor', en: 'Message all of them' },
  exportUncovered: {
    ro: 'Exportă secțiile fără observator',
    en: 'Export the stations without an observer',
  },
  noSuchArea: { ro: 'Acest loc nu există', en: 'There is no such area' },
  noSuchObserver: { ro: 'Acest observator nu există', en: 'There is no such observer' },
  stationNotThere: { ro: 'Această secție nu există', en: 'There is no such polling station' },
  noSuchNgo: { ro: 'Această organizație nu există', en: 'There is no such organisation' },
  ngoOff: { ro: '{name} este oprită', en: '{name} is switched off' },
  ngoOffWhy: {
    ro: 'Observatorii ei nu pot intra, așa că nu sunt așteptați nicăieri. Planul lor revine când organizația este pornită din nou.',
    en: 'Its observers cannot sign in, so they are expected nowhere. Their plan comes back once the organisation is switched on again.',
  },
})
