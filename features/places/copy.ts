import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  county: { ro: 'Județ', en: 'County' },
  anyCounty: { ro: 'Oricare', en: 'Any' },
  area: { ro: 'Loc', en: 'Area' },
  otherArea: { ro: 'Alt loc', en: 'Another area' },
  counties: { ro: 'Județe', en: 'Counties' },
  stations: { ro: 'Secții de votare', en: 'Polling stations' },
  code: { ro: 'Cod', en: 'Code' },
  name: { ro: 'Denumire', en: 'Name' },
  stationCount: { ro: 'Număr de secții', en: 'Number of polling stations' },
  diaspora: { ro: 'Diaspora', en: 'Diaspora' },
  order: { ro: 'Ordine', en: 'Order' },
  provinceCode: { ro: 'Cod provincie', en: 'Province code' },
  parentCode: { ro: 'Cod superior', en: 'Parent code' },
  countyCode: { ro: 'Cod județ', en: 'County code' },
  areaCode: { ro: 'Cod localitate', en: 'Municipality code' },
  stationNumber: { ro: 'Număr secție', en: 'Number' },
  label: { ro: 'Etichetă', en: 'Label' },
  address: { ro: 'Adresă', en: 'Address' },
  latitude: { ro: 'Latitudine', en: 'Latitude' },
  longitude: { ro: 'Longitudine', en: 'Longitude' },
  voters: { ro: 'Alegători înscriși', en: 'Registered voters' },

  title: { ro: 'Secții de votare', en: 'Polling stations' },
  counted: { ro: '{counties}, {stations}', en: '{counties}, {stations}' },
  countyCount: {
    ro: { one: '{count} județ', few: '{count} județe', other: '{count} de județe' },
    en: { one: '{count} county', other: '{count} counties' },
  },
  areas: { ro: 'Locuri de orice nivel', en: 'Areas of any level' },
  areaCount: {
    ro: { one: '{count} loc', few: '{count} locuri', other: '{count} de locuri' },
    en: { one: '{count} area', other: '{count} areas' },
  },
  stationsCounted: {
    ro: {
      one: '{count} secție de votare',
      few: '{count} secții de votare',
      other: '{count} de secții de votare',
    },
    en: { one: '{count} polling station', other: '{count} polling stations' },
  },
  back: { ro: 'Înapoi la județe', en: 'Back to the counties' },

  nameOrCode: { ro: 'Denumire sau cod', en: 'Name or code' },
  reset: { ro: 'Resetează', en: 'Reset' },
  orderWhileFiltered: {
    ro: 'Ordinea se schimbă doar când se văd toate județele. Resetează filtrul.',
    en: 'The order can only be changed while all counties are shown. Reset the filter.',
  },
  noMatch: {
    ro: 'Niciun județ nu se potrivește cu „{filter}”',
    en: 'No county matches “{filter}”',
  },
  noStations: { ro: 'Nu există secții de votare', en: 'No polling stations' },
  noStationsWhy: {
    ro: 'Adaugă județele cu numărul lor de secții sau importă-le dintr-un fișier.',
    en: 'Add the counties with the number of their stations, or import them from a file.',
  },
  noStationsRead: {
    ro: 'Un organizator le adaugă sau le importă; apoi apar aici.',
    en: 'An organiser adds or imports them; then they appear here.',
  },
  inDiaspora: { ro: 'În diaspora', en: 'In the diaspora' },

  import: { ro: 'Importă', en: 'Import' },
  export: { ro: 'Exportă', en: 'Export' },
  exportBoth: { ro: 'Județe și secții (Excel)', en: 'Counties and stations (Excel)' },
  exportCountiesCsv: { ro: 'Județe (CSV)', en: 'Counties (CSV)' },
  exportStationsCsv: { ro: 'Secții de votare (CSV)', en: 'Polling stations (CSV)' },
  addCounty: { ro: 'Adaugă un județ', en: 'Add county' },
  edit: { ro: 'Modifică', en: 'Edit' },
  view: { ro: 'Vezi', en: 'View' },
  delete: { ro: 'Șterge', en: 'Delete' },
  toTop: { ro: 'Mută primul', en: 'Move to top' },
  deleteConfirmation: {
    ro: 'Sigur vrei să ștergi această înregistrare?',
    en: 'Are you sure you want to delete this record?',
  },
  deleteWhat: { ro: '{name}, cu {stations}.', en: '{name}, with {stations}.' },
  deleted: { ro: 'Șters: {name}', en: 'Deleted: {name}' },
  deletedStations: { ro: 'Secții șterse', en: 'Deleted stations' },
  stationNamed: { ro: 'Secția {number}', en: 'Station {number}' },
  deletedCounties: { ro: 'Județe șterse', en: 'Deleted counties' },
  gone: {
    ro: 'Altcineva a șters județul între timp. Ce ai scris este încă aici.',
    en: 'Someone else has deleted the county in the meantime. What you wrote is still here.',
  },
  bringBack: { ro: 'Adu-l înapoi', en: 'Bring it back' },
  restored: { ro: 'Adus înapoi: {name}', en: 'Brought back: {name}' },
  orderNotSaved: { ro: 'Ordinea nu a fost salvată.', en: 'The order was not saved.' },
  notDeleted: { ro: '{name} nu a fost șters.', en: '{name} was not deleted.' },
  notRestored: { ro: '{name} nu a fost adus înapoi.', en: '{name} was not brought back.' },

  newCounty: { ro: 'Adaugă un județ', en: 'Add county' },
  nameExpected: {
    ro: 'Scrie denumirea județului, cel mult 256 de caractere.',
    en: 'Enter the name of the county, at most 256 characters.',
  },
  codeExpected: {
    ro: 'Scrie codul județului, cel mult 256 de caractere.',
    en: 'Enter the code of the county, at most 256 characters.',
  },
  countExpected: {
    ro: 'Scrie un număr întreg între 0 și 100.000.',
    en: 'Enter a whole number between 0 and 100,000.',
  },
  countAbout: {
    ro: 'Secțiile au numerele de la 1 până la acesta.',
    en: 'The stations are numbered from 1 to this.',
  },
  countOfList: {
    ro: 'Secțiile nu au numerele de la 1 la câte sunt, deci numărul lor vine din listă: importă secții ca să-l schimbi.',
    en: 'The stations are not numbered from 1 to their count, so the count comes from the list: import stations to change it.',
  },
  removeTitle: {
    ro: { one: 'Scoți o secție?', few: 'Scoți {count} secții?', other: 'Scoți {count} de secții?' },
    en: { one: 'Remove 1 station?', other: 'Remove {count} stations?' },
  },
  removeWhat: {
    ro: 'Ies secțiile de la {from} la {to}, cu numele, adresele și coordonatele lor. Poți anula după aceea.',
    en: 'Stations {from} to {to} are removed, with their names, addresses and coordinates. You can undo this afterwards.',
  },
  remove: { ro: 'Scoate', en: 'Remove' },
  takenOut: {
    ro: { one: 'O secție scoasă', few: '{count} secții scoase', other: '{count} de secții scoase' },
    en: { one: '1 station removed', other: '{count} stations removed' },
  },
  stationsBack: {
    ro: {
      one: 'O secție readusă',
      few: '{count} secții readuse',
      other: '{count} de secții readuse',
    },
    en: { one: '1 station brought back', other: '{count} stations brought back' },
  },
  yes: { ro: 'da', en: 'yes' },
  no: { ro: 'nu', en: 'no' },
  countOfAreas: {
    ro: 'Secțiile țin de localitățile județului; numărul lor vine din importul secțiilor.',
    en: 'The stations belong to the municipalities of the county; importing stations changes their number.',
  },
  province: { ro: 'Face parte din', en: 'Part of' },
  diasporaAbout: {
    ro: 'Alegătorii lui votează în afara țării.',
    en: 'Its voters vote outside the country.',
  },
  save: { ro: 'Salvează', en: 'Save' },
  cancel: { ro: 'Renunță', en: 'Cancel' },
  added: { ro: 'Județul a fost adăugat', en: 'County has been added' },
  saved: { ro: 'Modificările au fost salvate', en: 'Changes have been saved' },
  readOnly: {
    ro: 'Doar un organizator poate schimba județele.',
    en: 'Only an organiser can change counties.',
  },
  noCounty: { ro: 'Nu există acest județ', en: 'There is no such county' },
  noCountyWhy: {
    ro: 'A fost șters sau adresa este greșită.',
    en: 'It has been deleted, or the address is wrong.',
  },
  stationsOf: { ro: 'Secțiile din {name}', en: 'Stations of {name}' },
  filterByNumber: { ro: 'Număr secție', en: 'Station number' },
  anyMunicipality: { ro: 'Orice localitate', en: 'Any municipality' },
  municipality: { ro: 'Localitate', en: 'Municipality' },
  place: { ro: 'Sediu și adresă', en: 'Place and address' },
  coordinates: { ro: 'Coordonate', en: 'Coordinates' },
  copyAddress: { ro: 'Copiază adresa', en: 'Copy the address' },
  addressCopied: { ro: 'Adresa a fost copiată', en: 'The address is copied' },
  onMap: { ro: 'Pe hartă', en: 'On the map' },
  unknown: { ro: 'necunoscut', en: 'unknown' },
  noStationsHere: {
    ro: 'Județul nu are încă secții de votare',
    en: 'The county has no polling stations yet',
  },
  noStationNumber: {
    ro: 'Nicio secție nu are numărul {number}',
    en: 'No station has the number {number}',
  },

  importTitle: { ro: 'Importă secții de votare', en: 'Import polling stations' },
  importWhat: { ro: 'Ce conține fișierul', en: 'What the file holds' },
  fileAbout: {
    ro: 'Cu un rând de antet. Ce ar face importul se vede înainte de a-l face.',
    en: 'With a heading row. You see what the import would do before it is done.',
  },
  areasAbout: {
    ro: 'Cu un rând de antet. Fiecare loc stă cu un nivel sub cel al cărui cod îl numește; acela există deja sau stă mai sus în fișier. Fără cod superior, locul este de nivelul cel mai de sus. Ce ar face importul se vede înainte de a-l face.',
    en: 'With a heading row. Each area is one level below the area whose code it names, which must exist already or come earlier in the file. Without a parent code it is of the outermost level. You see what the import would do before it is done.',
  },
  undoAbout: {
    ro: 'Ce a fost folosit sau schimbat între timp rămâne așa cum este: secțiile din care s-a raportat sau la care cineva este planificat, locurile cu secții și cele la care este limitat un cont.',
    en: 'Rows that were used or changed since are kept: stations with reports or a plan, areas with stations, and areas to which an account is limited.',
  },
  keptPlanned: { ro: 'are observatori planificați', en: 'has planned observers' },
  keptHoldsStations: {
    ro: 'are secții sau localități',
    en: 'has polling stations or municipalities',
  },
  keptLimitsAccount: { ro: 'un cont este limitat la el', en: 'an account is limited to it' },
  rowTwice: {
    ro: 'Stă deja pe rândul {line}.',
    en: 'It is already on row {line}.',
  },
  noSuchArea: {
    ro: '{code} nu există. Importă mai întâi județele.',
    en: '{code} does not exist. Import the counties first.',
  },
  noSuchParent: {
    ro: '{code} nu există și nu apare mai sus în fișier.',
    en: '{code} does not exist, and does not come earlier in the file.',
  },
  areaTooDeep: {
    ro: 'Alegerile nu au un nivel de locuri mai jos de acesta.',
    en: 'The election has no level of areas below that.',
  },
  areaHoldsStations: {
    ro: '{code} are el însuși secții de votare: nu poate fi împărțit.',
    en: '{code} holds polling stations itself: it cannot be divided.',
  },
  level: { ro: 'Nivel', en: 'Level' },
  ambiguousArea: {
    ro: '{code} este codul mai multor locuri: {levels}. Scrie pe acest rând și nivelul locului.',
    en: '{code} is the code of several places: {levels}. Write the level of this one in its row.',
  },
  areaAtOtherLevel: {
    ro: '{code} există deja, dar la alt nivel: {level}. Dacă acesta este alt loc, scrie-i nivelul pe acest rând.',
    en: '{code} is there already, but at another level: {level}. If this is another place, write its level in its row.',
  },
  areaNotAbove: {
    ro: 'La nivelul „{level}” nu există niciun loc cu codul {code}.',
    en: 'At the level “{level}” there is no area with the code {code}.',
  },
  areaWithoutParent: {
    ro: 'Un loc de nivelul „{level}” stă în altul: scrie codul acestuia.',
    en: 'An area of the level “{level}” is inside another one: enter the code of its parent.',
  },
  parentUnsaid: {
    ro: 'Alte rânduri spun din ce loc fac parte, acesta nu. Scrie codul acelui loc și aici: o celulă unită îl păstrează doar în primul ei rând.',
    en: 'Other rows name a parent area, but this row does not. Write the code of the parent here too: a merged cell keeps it only in its first row.',
  },
  parentOrLevelUnsaid: {
    ro: 'Alte rânduri spun din ce loc fac parte, acesta nu. Scrie codul acelui loc și aici: o celulă unită îl păstrează doar în primul ei rând. Dacă nu face parte din niciunul, scrie nivelul lui.',
    en: 'Other rows name a parent area, but this row does not. Write the code of the parent here too: a merged cell keeps it only in its first row. If the area has no parent, write its level.',
  },
  unknownLevel: {
    ro: 'Alegerile nu au nivelul „{level}”, ci: {levels}.',
    en: 'The election has no level “{level}”; it has: {levels}.',
  },
  vagueArea: {
    ro: 'Nu se spune în ce localitate din {code} se află.',
    en: 'It does not say in which municipality of {code} it is.',
  },
  severalAreas: {
    ro: 'Mai multe locuri se numesc {name}. Scrie codul sau adaugă județul.',
    en: 'Several places are called {name}. Write the code, or add the county.',
  },
  wrongArea: { ro: '{code} nu se află în {county}.', en: '{code} is not in {county}.' },
  countNotNumbered: {
    ro: 'Județul are {count} secții, dar nu cu numerele de la 1 la {count}: numărul lor nu se schimbă din fișier.',
    en: 'The county has {count} stations, but they are not numbered 1 to {count}: a file cannot change how many there are.',
  },
  countFewer: {
    ro: 'Județul are {count} secții; un fișier nu șterge niciuna, pagina județului o poate face.',
    en: 'The county has {count} stations; a file never deletes any, but the county’s page can.',
  },
  numberExpected: {
    ro: 'Numărul secției trebuie să fie un număr întreg.',
    en: 'The station number must be a whole number.',
  },
  coordinatesExpected: {
    ro: 'Coordonatele trebuie să fie grade, latitudinea cu longitudinea.',
    en: 'The coordinates must be degrees: latitude and longitude together.',
  },
  votersExpected: {
    ro: 'Numărul de alegători trebuie să fie un număr întreg.',
    en: 'The number of voters must be a whole number.',
  },
  orderExpected: {
    ro: 'Ordinea trebuie să fie un număr întreg.',
    en: 'The order must be a whole number.',
  },
  diasporaExpected: {
    ro: 'La diaspora scrie „da” sau „nu”.',
    en: 'Diaspora must be “yes” or “no”.',
  },
  addressExpected: { ro: 'Adresa este prea lungă.', en: 'The address is too long.' },
  labelExpected: {
    ro: 'Eticheta are cel mult 40 de caractere și nu doar cifre: cifrele singure sunt numărul.',
    en: 'A label has 40 characters at most, and not only digits: digits alone are the number.',
  },
  labelTaken: {
    ro: 'Eticheta {label} este deja a secției {number}.',
    en: 'The label {label} is already that of station {number}.',
  },
  labelSeveral: {
    ro: 'Mai multe secții au eticheta {label}. Scrie numărul.',
    en: 'Several stations have the label {label}. Write the number.',
  },
  numberGiven: {
    ro: 'Secția are doar o etichetă: primește numărul următor din localitate sau județ, pe care îl folosesc telefoanele.',
    en: 'The station has only a label: it gets the next number of its area, which phones use.',
  },

  addStation: { ro: 'Adaugă o secție', en: 'Add a station' },
  editStation: { ro: 'Corectează secția', en: 'Correct the station' },
  mergedInto: { ro: 'Unită cu {station}', en: 'Merged into {station}' },
  closed: { ro: 'Închisă', en: 'Closed' },
  stationAdded: { ro: 'Secția a fost adăugată', en: 'The station has been added' },
  stationSaved: { ro: 'Secția a fost corectată', en: 'The station has been corrected' },
  stationBack: { ro: 'Secția este din nou cum era', en: 'The station is as it was' },
  liesIn: { ro: 'Se află în', en: 'Part of' },
  liesInAbout: {
    ro: 'Ce s-a raportat din secție se mută cu ea în câteva secunde. Ce trimit telefoanele pentru locul vechi ajunge la „De încadrat”.',
    en: 'What was reported from the station moves with it within seconds. What phones send for its former place goes to “Unmatched reports”.',
  },
  numberAbout: {
    ro: 'Ce trimit telefoanele pentru numărul vechi ajunge la „De încadrat”.',
    en: 'What phones send for its former number goes to “Unmatched reports”.',
  },
  coordinatesAbout: {
    ro: 'Latitudine și longitudine, de exemplu 46.7712, 23.6236.',
    en: 'Latitude and longitude, such as 46.7712, 23.6236.',
  },

  // What is likely wrong with coordinates.
  spotZero: {
    ro: 'Coordonatele sunt 0: probabil nu se cunosc. Lasă celulele goale.',
    en: 'The coordinates are 0: they are likely not known. Leave the cells empty.',
  },
  spotSwapped: {
    ro: 'Latitudinea și longitudinea sunt probabil inversate.',
    en: 'Latitude and longitude are likely swapped.',
  },
  spotSign: {
    ro: 'Coordonatele au probabil semnul greșit: minus înseamnă sud sau vest.',
    en: 'The coordinates likely have the wrong sign: minus means south or west.',
  },
  spotDecimals: {
    ro: 'Virgula coordonatelor este probabil la locul greșit.',
    en: 'The decimal point of the coordinates is likely in the wrong place.',
  },
  spotElsewhere: {
    ro: 'Coordonatele sunt în {other}, nu în {county}.',
    en: 'The coordinates are in {other}, not in {county}.',
  },
  spotOutside: {
    ro: 'Coordonatele nu sunt în {county}.',
    en: 'The coordinates are not in {county}.',
  },
  spotFar: {
    ro: 'Coordonatele sunt departe de celelalte secții din {county}.',
    en: 'The coordinates are far from the other stations in {county}.',
  },
  spotShared: {
    ro: 'Prea multe adrese au aceleași coordonate: probabil sunt ale unui centru, nu ale secției.',
    en: 'Too many addresses have the same coordinates: they are likely those of a centre, not of the station.',
  },
  useMeant: { ro: 'Folosește {coordinates}', en: 'Use {coordinates}' },
  meantUsed: { ro: 'Coordonatele sunt corectate', en: 'The coordinates have been corrected' },
})
