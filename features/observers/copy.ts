import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  observers: { ro: 'Observatori', en: 'Observers' },
  counted: {
    ro: {
      one: '{count} observator',
      few: '{count} observatori',
      other: '{count} de observatori',
    },
    en: { one: '{count} observer', other: '{count} observers' },
  },
  name: { ro: 'Nume', en: 'Name' },
  phone: { ro: 'Telefon', en: 'Phone' },
  ngo: { ro: 'Organizație', en: 'Organisation' },
  test: { ro: 'Observator de test', en: 'Test observer' },
  registered: { ro: 'Telefon înregistrat', en: 'Device registered' },
  lastSeen: { ro: 'Ultima autentificare', en: 'Last login' },
  lastSeenWhy: {
    ro: 'Când a trimis ultima dată ceva.',
    en: 'When they last sent anything.',
  },
  nothingSent: { ro: 'nimic trimis', en: 'nothing sent' },
  stations: { ro: 'Secții vizitate', en: 'Stations visited' },
  notes: { ro: 'Note', en: 'Notes' },

  // The list.
  total: {
    ro: { one: 'unul în total', few: '{count} în total', other: '{count} în total' },
    en: { one: '{count} total', other: '{count} total' },
  },
  found: {
    ro: { one: 'unul găsit', few: '{count} găsiți', other: '{count} găsiți' },
    en: { one: '{count} found', other: '{count} found' },
  },
  addObserver: { ro: 'Adaugă observator', en: 'Add observer' },
  import: { ro: 'Importă', en: 'Import' },
  export: { ro: 'Exportă', en: 'Export' },
  refresh: { ro: 'Reîncarcă lista', en: 'Reload the list' },
  reset: { ro: 'Resetează', en: 'Reset' },
  shownAs: { ro: 'Cum se vede lista', en: 'How the list is shown' },
  asList: { ro: 'Listă', en: 'List' },
  asCards: { ro: 'Carduri', en: 'Cards' },
  testBadge: { ro: 'Test', en: 'Test' },
  edit: { ro: 'Modifică', en: 'Edit' },
  view: { ro: 'Vezi', en: 'View' },
  viewOf: { ro: 'Vezi: {name}', en: 'View {name}' },
  editOf: { ro: 'Modifică: {name}', en: 'Edit {name}' },
  notification: { ro: 'Notificare', en: 'Notification' },
  resetPassword: { ro: 'PIN nou', en: 'Reset password' },
  delete: { ro: 'Șterge', en: 'Delete' },
  noObservers: { ro: 'Încă nu sunt observatori', en: 'There are no observers yet' },
  noObserversWhy: {
    ro: 'Adaugă-i pe rând sau importă lista lor dintr-un fișier CSV.',
    en: 'Add them one by one, or import their list from a CSV file.',
  },
  noMatch: {
    ro: 'Niciun observator nu corespunde filtrelor',
    en: 'No observer matches the filters',
  },
  selected: {
    ro: {
      one: 'Un observator selectat',
      few: '{count} observatori selectați',
      other: '{count} de observatori selectați',
    },
    en: { one: '{count} observer selected', other: '{count} observers selected' },
  },
  sendNotification: { ro: 'Trimite notificare', en: 'Send notification' },
  deleteSelected: { ro: 'Șterge', en: 'Delete' },

  // Those who were deleted.
  deletedObservers: { ro: 'Observatori șterși', en: 'Deleted observers' },
  backToObservers: { ro: 'Înapoi la observatori', en: 'Back to observers' },
  gone: {
    ro: 'Nu mai este în listă: altcineva l-a șters între timp sau l-a mutat unde nu îl poți vedea.',
    en: 'No longer in the list: another user has deleted them in the meantime, or moved them where you cannot see them.',
  },
  restore: { ro: 'Adu înapoi', en: 'Restore' },
  restoreOf: { ro: 'Adu înapoi: {name}', en: 'Restore {name}' },
  noDeleted: { ro: 'Niciun observator șters', en: 'No observer is deleted' },
  noDeletedWhy: {
    ro: 'Observatorii șterși apar aici și pot fi aduși înapoi.',
    en: 'Deleted observers appear here and can be restored.',
  },
  restored: {
    ro: {
      one: 'Observatorul este din nou în listă.',
      few: '{count} observatori sunt din nou în listă.',
      other: '{count} de observatori sunt din nou în listă.',
    },
    en: {
      one: 'The observer is back in the list.',
      other: '{count} observers are back in the list.',
    },
  },
  notRestored: {
    ro: {
      one: 'Unul a rămas șters: telefonul lui este acum al altcuiva.',
      few: '{count} au rămas șterși: telefoanele lor sunt acum ale altora.',
      other: '{count} au rămas șterși: telefoanele lor sunt acum ale altora.',
    },
    en: {
      one: '1 stays deleted: another observer has that phone number now.',
      other: '{count} stay deleted: others have their phone numbers now.',
    },
  },

  // Undoing an import.
  keptSignedIn: {
    ro: 'a intrat cu PIN-ul din fișier',
    en: 'has signed in with the PIN from the file',
  },
  undoAbout: {
    ro: 'Cine a raportat, a intrat în aplicație sau a fost modificat între timp rămâne așa cum este.',
    en: 'Anyone who has reported, signed in or been changed since stays as they are.',
  },
  keptPhoneTaken: {
    ro: 'telefonul de dinainte este acum al altcuiva',
    en: 'another observer has their earlier phone number now',
  },

  // Deleting.
  deleteTitle: { ro: 'Ștergi observatorul {name}?', en: 'Delete {name}?' },
  deleteConfirmation: {
    ro: 'Ești sigur că vrei să ștergi acest observator? Pe telefon nu va mai putea raporta, din acest moment. Ce a trimis rămâne.',
    en: 'Are you sure you want to delete this observer? From this moment they can no longer report from their phone. What they have sent stays.',
  },
  deleteSeveralTitle: {
    ro: {
      one: 'Ștergi un observator?',
      few: 'Ștergi {count} observatori?',
      other: 'Ștergi {count} de observatori?',
    },
    en: { one: 'Delete {count} observer?', other: 'Delete {count} observers?' },
  },
  deleteSeveralConfirmation: {
    ro: 'Ești sigur că vrei să ștergi observatorii selectați? Pe telefon nu vor mai putea raporta, din acest moment. Ce au trimis rămâne.',
    en: 'Are you sure you want to delete the selected observers? From this moment they can no longer report from their phones. What they have sent stays.',
  },
  removed: {
    ro: {
      one: 'Observatorul a fost șters',
      few: '{count} observatori au fost șterși',
      other: '{count} de observatori au fost șterși',
    },
    en: { one: 'Observer has been removed', other: '{count} observers have been removed' },
  },

  // One observer.
  editObserver: { ro: 'Modifică observatorul', en: 'Edit observer' },
  observer: { ro: 'Observator', en: 'Observer' },
  back: { ro: 'Înapoi', en: 'Back' },
  save: { ro: 'Salvează', en: 'Save' },
  cancel: { ro: 'Renunță', en: 'Cancel' },
  pin: { ro: 'PIN', en: 'PIN' },
  pinAbout: {
    ro: 'Cel puțin 4 caractere. Cu telefonul și PIN-ul, observatorul intră în aplicație.',
    en: 'At least 4 characters. The observer signs in to the app with the phone number and this PIN.',
  },
  pinUnchanged: {
    ro: 'Lasă gol ca să rămână PIN-ul de acum. Unul nou cere o nouă autentificare pe telefon.',
    en: 'Leave it empty to keep the current PIN. With a new one they must sign in again.',
  },
  generatePin: { ro: 'Generează un PIN', en: 'Generate a PIN' },
  showPin: { ro: 'Arată PIN-ul', en: 'Show the PIN' },
  hidePin: { ro: 'Ascunde PIN-ul', en: 'Hide the PIN' },
  copyPin: { ro: 'Copiază PIN-ul', en: 'Copy the PIN' },
  pinCopied: { ro: 'PIN-ul a fost copiat', en: 'The PIN is copied' },
  testAbout: {
    ro: 'Ce trimite se păstrează, dar nu se numără nicăieri.',
    en: 'What they send is kept, but not counted anywhere.',
  },
  chooseNgo: { ro: 'Alege organizația', en: 'Choose the organisation' },
  nameExpected: { ro: 'Scrie numele observatorului.', en: 'Enter the observer’s name.' },
  phoneExpected: {
    ro: 'Scrie un număr de telefon, cu cifre.',
    en: 'Enter a phone number in digits.',
  },
  decimals: {
    ro: 'Foaia de calcul a adăugat zecimale la telefon sau la PIN. Fă coloana text și scrie-l din nou.',
    en: 'The spreadsheet has added decimals to the phone or the PIN. Make the column text, and type it again.',
  },
  formula: {
    ro: 'La telefon sau la PIN stă o formulă a foii de calcul, sau eroarea ei. Scrie în celulă numărul însuși.',
    en: 'The phone or the PIN is a spreadsheet formula, or its error. Type the number itself into the cell.',
  },
  phoneShortened: {
    ro: 'Foaia de calcul a scurtat telefonul și i-a pierdut cifrele. Fă coloana text și scrie-l din nou.',
    en: 'The spreadsheet has shortened the phone number and lost digits. Format the column as text and type it again.',
  },
  phonesInOneCell: {
    ro: 'În celulă sunt mai multe numere de telefon. Păstrează unul singur: cu el se conectează observatorul.',
    en: 'There are several phone numbers in the cell. Keep the one that the observer signs in with.',
  },
  pinMissing: {
    ro: 'Un observator nou are nevoie de un PIN.',
    en: 'A new observer needs a PIN.',
  },
  pinExpected: { ro: 'PIN-ul are cel puțin 4 caractere.', en: 'A PIN has at least 4 characters.' },
  added: { ro: 'Observatorul a fost adăugat', en: 'Observer has been added' },
  saved: { ro: 'Modificările au fost salvate', en: 'Changes have been saved' },
  noObserver: {
    ro: 'Niciun observator cu telefonul {phone}',
    en: 'No observer has the phone {phone}',
  },
  noSuchObserver: { ro: 'Acest observator nu există', en: 'There is no such observer' },
  noObserverWhy: {
    ro: 'Poate a fost șters, sau telefonul lui s-a schimbat.',
    en: 'They may have been deleted, or have another phone number now.',
  },
  yes: { ro: 'da', en: 'yes' },
  no: { ro: 'nu', en: 'no' },
  pinOfAnother: {
    ro: 'altul, care nu se arată nimănui',
    en: 'a new one, never shown',
  },
  history: { ro: 'Istoric', en: 'History' },

  // A lock.
  lockedWhy: {
    ro: 'Cineva a încercat PIN-uri greșite. Telefonul de pe care a mai intrat merge mai departe; unul nou așteaptă sau este deblocat aici.',
    en: 'Wrong PINs were tried. A phone that was signed in before keeps working; a new one has to wait, or be unlocked here.',
  },
  unlock: { ro: 'Deblochează', en: 'Unlock' },
  unlocked: {
    ro: '{name} poate intra din nou, cu același PIN.',
    en: '{name} can sign in again, with the same PIN.',
  },
  notLocked: { ro: '{name} nu mai era blocat.', en: '{name} was no longer locked.' },
  savedAndOpen: {
    ro: 'Modificările au fost salvate. Observatorul era blocat; acum poate intra.',
    en: 'Changes have been saved. The observer was locked and can sign in now.',
  },

  // A new pin.
  enterNewPassword: { ro: 'PIN nou pentru {name}', en: 'New password for {name}' },
  newPassword: { ro: 'PIN nou', en: 'New password (PIN)' },
  resetAbout: {
    ro: 'Observatorul va trebui să se autentifice din nou, cu PIN-ul nou.',
    en: 'The observer will have to sign in again, with the new password.',
  },
  confirm: { ro: 'Confirmă', en: 'Confirm' },
  resetSuccess: { ro: 'Succes!', en: 'Success!' },
  resetDone: {
    ro: 'PIN-ul observatorului a fost schimbat.',
    en: 'Password has been reset for the observer.',
  },
  resetAndOpen: {
    ro: 'PIN-ul observatorului a fost schimbat. Era blocat; acum poate intra.',
    en: 'Password has been reset for the observer. They were locked and can sign in now.',
  },
  resetError: { ro: 'Eroare!', en: 'Error!' },
  notReset: { ro: 'PIN-ul nu a putut fi schimbat', en: 'Could not reset password' },

  // A file of them.
  importTitle: { ro: 'Importă observatori', en: 'Import observers' },
  fileAbout: {
    ro: 'Câte un observator pe rând, cu telefonul și numele; cei noi au nevoie și de un PIN. Cel mult 20 MB.',
    en: 'One row per observer, with phone and name; new ones also need a PIN. At most 20 MB.',
  },
  firstName: { ro: 'Prenume', en: 'First name' },
  importDone: {
    ro: {
      one: 'Un observator a fost adăugat cu succes',
      few: '{count} observatori au fost adăugați cu succes',
      other: '{count} de observatori au fost adăugați cu succes',
    },
    en: {
      one: '{count} observer has been added successfully',
      other: '{count} observers have been added successfully',
    },
  },
  phoneOfOther: {
    ro: 'Telefonul este al unui observator din altă organizație.',
    en: 'The phone belongs to an observer of another organisation.',
  },
  e164: { ro: 'Număr internațional', en: 'International number' },
  sharing: {
    ro: {
      one: 'Un observator are numărul altuia.',
      few: '{count} observatori au un număr pe care îl are și altcineva.',
      other: '{count} de observatori au un număr pe care îl are și altcineva.',
    },
    en: {
      one: 'One observer has the same number as another.',
      other: '{count} observers have the same number as another.',
    },
  },
  sharingShow: { ro: 'Vezi cine', en: 'Show who' },
  sharingWhy: {
    ro: 'Cei cu același număr stau unul lângă altul. Fiecare intră cu telefonul așa cum e scris aici și cu PIN-ul lui. Dacă sunt aceeași persoană, șterge unul; dacă nu, corectează telefonul.',
    en: 'Those with the same number are listed together. Each signs in with the phone number as written here and their own PIN. If they are the same person, delete one of them; if not, correct the number.',
  },
  sharingFilter: { ro: 'Cu același număr', en: 'Same number' },
  sharingAll: { ro: 'Vezi toți observatorii', en: 'Show all observers' },
  phoneOfSeveral: {
    ro: 'Mai mulți observatori au acest număr: {phones}. Scrie telefonul ca la unul dintre ei.',
    en: 'Several observers have this number: {phones}. Write it exactly as in the list for one of them.',
  },
  phoneTwice: {
    ro: 'Același telefon apare deja pe rândul {line}.',
    en: 'The same phone is already on row {line}.',
  },

  // Who may not be able to sign in.
  cannotSignIn: { ro: 'Nu poate intra', en: 'Cannot sign in' },
  phoneShort: {
    ro: 'Telefonul are prea puține cifre pentru țara lui.',
    en: 'The phone number has too few digits for its country.',
  },
  phoneLong: {
    ro: 'Telefonul are prea multe cifre pentru țara lui.',
    en: 'The phone number has too many digits for its country.',
  },
  phoneUnknown: {
    ro: 'Niciun telefon din țara lui nu începe așa.',
    en: 'No phone number of its country begins like this.',
  },
  phoneWords: {
    ro: 'La telefon sunt litere între cifre sau în locul lor.',
    en: 'The phone number has letters between its digits, or instead of them.',
  },
  phoneExtension: {
    ro: 'Telefonul are un interior. Observatorul poate intra doar cu un număr fără interior.',
    en: 'The phone number has an extension. An observer can only sign in with a number without one.',
  },
  phoneOfPerson: {
    ro: 'Telefonul este al unui observator cu cu totul alt nume: dacă rândul este despre altă persoană, aceasta i-ar lua locul.',
    en: 'The phone number is that of an observer with quite another name: if the row is about another person, they would take their place.',
  },
  pinShort: {
    ro: 'Poate că foaia de calcul a șters zeroul de la începutul PIN-ului.',
    en: 'The spreadsheet may have removed the first zero of the PIN.',
  },
  pinUntypeable: {
    ro: 'PIN-ul are un caracter pe care nu îl are tastatura telefonului.',
    en: 'The PIN has a character that no phone keyboard can type.',
  },
  personKnown: {
    ro: 'Un observator al organizației cu același nume are alt telefon: probabil este aceeași persoană.',
    en: 'An observer of the organisation with the same name has another phone: likely the same person.',
  },
  personSeveral: {
    ro: 'Observatori cu același nume au alte telefoane, și nu se știe despre care este rândul.',
    en: 'Observers of the same name have other phones, and it is not clear which of them the row is about.',
  },
  personTwice: {
    ro: 'Același nume apare mai sus în fișier, cu alt telefon.',
    en: 'The same name is above in the file, with another phone.',
  },
  titlePhoneShort: { ro: 'Telefon cu prea puține cifre', en: 'Phone with too few digits' },
  titlePhoneLong: { ro: 'Telefon cu prea multe cifre', en: 'Phone with too many digits' },
  titlePhoneUnknown: { ro: 'Telefon care nu există', en: 'No such phone number' },
  titlePhoneWords: { ro: 'Telefon cu litere', en: 'Phone with letters' },
  titlePhoneExtension: { ro: 'Telefon cu interior', en: 'Phone with an extension' },
  titlePhoneShared: { ro: 'Telefon comun', en: 'Shared phone' },
  titlePinShort: { ro: 'PIN fără zeroul de la început', en: 'PIN without its first zero' },
  titlePinUntypeable: { ro: 'PIN care nu se poate tasta', en: 'PIN that no phone can type' },
  changePhones: {
    ro: {
      one: 'Schimbă telefonul observatorului cu același nume. Cu numărul vechi nu mai poate intra; planul și istoricul rămân.',
      few: 'Schimbă telefonul celor {count} observatori cu același nume. Cu numerele vechi nu mai pot intra; planul și istoricul rămân.',
      other:
        'Schimbă telefonul celor {count} de observatori cu același nume. Cu numerele vechi nu mai pot intra; planul și istoricul rămân.',
    },
    en: {
      one: 'Change the phone number of the observer of the same name. The old number stops signing in; plan and history stay.',
      other:
        'Change the phone numbers of the {count} observers of the same names. The old numbers stop signing in; plan and history stay.',
    },
  },

  testExpected: { ro: 'Scrie da sau nu.', en: 'Must be yes or no.' },
})
