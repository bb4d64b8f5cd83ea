import { type Copy, copy } from '#kit/contract/copy.ts'
import type { Right, Role } from '#kit/contract/roles.ts'

/** Emails about an account. */
export const letters = copy({
  addedSubject: { ro: 'Ai un cont Veghe', en: 'You have a Veghe account' },
  added: {
    ro: '{by} ți-a făcut contul „{account}”. Parola o afli de la această persoană, nu prin e-mail.',
    en: '{by} has created the account “{account}” for you. They will give you its password; it is never sent by e-mail.',
  },
  passwordSubject: {
    ro: 'Parola contului tău Veghe a fost schimbată',
    en: 'The password of your Veghe account was changed',
  },
  password: {
    ro: '{by} a schimbat parola contului „{account}”. Dacă nu ai cerut acest lucru, anunță un organizator.',
    en: '{by} has changed the password of the account “{account}”. If you did not ask for it, tell an organiser.',
  },
})

export const roleNames: Readonly<Record<Role, Copy>> = copy({
  organiser: { ro: 'Organizator', en: 'Organiser' },
  'ngo-administrator': { ro: 'Administrator', en: 'Administrator' },
  reviewer: { ro: 'Verificator', en: 'Reviewer' },
  guest: { ro: 'Invitat', en: 'Guest' },
} satisfies Record<Role, Copy>)

export const aboutRoles: Readonly<Record<Role, Copy>> = copy({
  organiser: {
    ro: 'Poate tot, inclusiv să pregătească alegerile.',
    en: 'Can do everything, including setting up the election.',
  },
  'ngo-administrator': {
    ro: 'Se ocupă de observatorii și conturile organizației.',
    en: 'Manages the observers and accounts of the organisation.',
  },
  reviewer: {
    ro: 'Citește rapoartele, încadrează trimiterile și scrie observatorilor; nu schimbă nimic altceva.',
    en: 'Reads reports, matches unmatched reports and writes to observers; changes nothing else.',
  },
  guest: {
    ro: 'Numai citește: nici mesaje, nici fișiere, nici istoric.',
    en: 'Can only read: no messages, no files, no history.',
  },
} satisfies Record<Role, Copy>)

export const rightNames: Readonly<Record<Right, Copy>> = copy({
  read: {
    ro: 'Citește rapoarte, observatori, mesaje și statistici',
    en: 'Read reports, observers, messages and statistics',
  },
  review: {
    ro: 'Încadrează sau respinge trimiterile de încadrat',
    en: 'Match or dismiss unmatched reports',
  },
  message: { ro: 'Trimite mesaje observatorilor', en: 'Send messages to observers' },
  export: { ro: 'Descarcă fișiere', en: 'Download files' },
  history: { ro: 'Citește istoricul', en: 'Read the history' },
  observers: {
    ro: 'Modifică și șterge observatori, schimbă PIN-uri',
    en: 'Edit and delete observers, reset PINs',
  },
  recruit: { ro: 'Adaugă și importă observatori', en: 'Add and import observers' },
  accounts: { ro: 'Administrează conturi', en: 'Manage accounts' },
  'set-up': {
    ro: 'Pregătește alegeri, formulare, secții și organizații',
    en: 'Set up elections, forms, polling stations and organisations',
  },
} satisfies Record<Right, Copy>)

export const say = copy({
  accounts: { ro: 'Organizații și conturi', en: 'Organisations and accounts' },

  // Organisations.
  organisations: { ro: 'Organizații', en: 'Organisations' },
  organisation: { ro: 'Organizație', en: 'Organisation' },
  allOrganisations: { ro: 'Toate', en: 'All' },
  addOrganisation: { ro: 'Adaugă organizație', en: 'Add organisation' },
  editOrganisation: { ro: 'Modifică organizația', en: 'Edit organisation' },
  name: { ro: 'Nume', en: 'Name' },
  nameExpected: { ro: 'Scrie numele.', en: 'Enter the name.' },
  shortName: { ro: 'Prescurtare', en: 'Short name' },
  shortNameAbout: { ro: 'Cel mult zece caractere', en: 'At most ten characters' },
  shortNameExpected: {
    ro: 'Scrie o prescurtare de cel mult zece caractere.',
    en: 'Enter a short name of at most ten characters.',
  },
  isActiveAbout: {
    ro: 'Dacă nu este activă, conturile ei nu pot intra și cifrele ei nu se numără.',
    en: 'While it is inactive, its accounts cannot sign in and its figures are not counted.',
  },
  inactive: { ro: 'Inactivă', en: 'Inactive' },
  organiser: { ro: 'Organizator', en: 'Organiser' },
  observers: { ro: 'Observatori', en: 'Observers' },
  accountCount: { ro: 'Conturi', en: 'Accounts' },
  edit: { ro: 'Modifică', en: 'Edit' },
  editOf: { ro: 'Modifică: {name}', en: 'Edit {name}' },
  switchOff: { ro: 'Dezactivează', en: 'Switch off' },
  switchOn: { ro: 'Activează', en: 'Switch on' },
  switchOffTitle: { ro: 'Dezactivezi {name}?', en: 'Switch {name} off?' },
  switchedOff: { ro: '{name} nu mai este activă.', en: '{name} is switched off.' },
  switchedOn: { ro: '{name} este din nou activă.', en: '{name} is active again.' },
  noOrganisations: { ro: 'Nicio organizație', en: 'There are no organisations' },

  // Accounts.
  staff: { ro: 'Conturi', en: 'Accounts' },
  account: { ro: 'Cont', en: 'Account' },
  addAccount: { ro: 'Adaugă cont', en: 'Add account' },
  accountExpected: { ro: 'Scrie numele contului.', en: 'Enter the account’s name.' },
  email: { ro: 'E-mail', en: 'E-mail' },
  emailAbout: {
    ro: 'Opțional: aici anunțăm persoana despre contul ei. Parola nu se trimite niciodată.',
    en: 'Optional: where we tell them about their account. The password is never sent by e-mail.',
  },
  emailExpected: { ro: 'Scrie o adresă de e-mail.', en: 'Enter an e-mail address.' },
  role: { ro: 'Rol', en: 'Role' },
  setRole: { ro: 'Schimbă rolul', en: 'Change role' },
  setRoleTitle: { ro: 'Rol: {name}', en: 'Role of {name}' },
  setRoleAbout: {
    ro: 'Se aplică imediat, și unde contul este deja deschis.',
    en: 'It takes effect at once, also where the account is already signed in.',
  },
  limited: { ro: 'Numai unele județe', en: 'Some counties only' },
  limitedAbout: {
    ro: 'Vede numai ce ține de ele și nu face nimic din ce privește toate județele.',
    en: 'Sees only what belongs to these counties, and can do nothing that concerns all of them.',
  },
  countiesChosen: {
    ro: {
      one: '{count} județ ales',
      few: '{count} județe alese',
      other: '{count} de județe alese',
    },
    en: { one: '{count} county chosen', other: '{count} counties chosen' },
  },
  ofOtherElection: { ro: '{code} (din alte alegeri)', en: '{code} (of another election)' },
  counties: { ro: 'Județe', en: 'Counties' },
  allCounties: { ro: 'toate județele', en: 'all counties' },
  onlyIn: { ro: 'numai {counties}', en: '{counties} only' },
  roles: { ro: 'Roluri', en: 'Roles' },
  rolesAbout: {
    ro: 'Ce poate fiecare. Organizația unui cont hotărăște ai cui observatori îi vede: cea a organizatorului, pe ai tuturor.',
    en: 'What each role can do. An account sees the observers of its own organisation; in the organiser’s organisation it sees everybody’s.',
  },
  may: { ro: 'Poate', en: 'Can' },
  limitedColumn: { ro: 'Și limitat la județe', en: 'Also if limited to counties' },
  yes: { ro: 'da', en: 'yes' },
  no: { ro: 'nu', en: 'no' },
  you: { ro: 'tu', en: 'you' },
  password: { ro: 'Parolă', en: 'Password' },
  newPassword: { ro: 'Parolă nouă', en: 'New password' },
  currentPassword: { ro: 'Parola de acum', en: 'Current password' },
  passwordAbout: { ro: 'Cel puțin zece caractere', en: 'At least ten characters' },
  passwordExpected: {
    ro: 'Parola are cel puțin zece caractere.',
    en: 'A password has at least ten characters.',
  },
  currentExpected: { ro: 'Scrie parola de acum.', en: 'Enter your current password.' },
  currentWrong: { ro: 'Parola de acum nu este aceasta.', en: 'This is not your current password.' },
  setPassword: { ro: 'Parolă nouă', en: 'Set password' },
  setPasswordTitle: { ro: 'Parolă nouă pentru {name}', en: 'New password for {name}' },
  passwordOfAnother: {
    ro: 'alta, care nu se arată nimănui',
    en: 'a new one, never shown',
  },
  setPasswordAbout: {
    ro: 'Cine folosește contul este scos. Parola nouă ține trei zile, pentru o intrare; apoi își alege alta.',
    en: 'The user of the account is signed out. The new password works for three days and for one sign-in; then they choose their own.',
  },
  setEmail: { ro: 'Schimbă e-mailul', en: 'Change e-mail' },
  setEmailTitle: { ro: 'E-mail: {name}', en: 'E-mail of {name}' },
  noPasswordAbout: {
    ro: 'Cel puțin zece caractere, pentru prima intrare. Lasă gol ca să și-o aleagă printr-o legătură.',
    en: 'At least ten characters, for the first sign-in. Leave it empty to let them choose it through a link.',
  },
  invite: { ro: 'Invită printr-o legătură', en: 'Invite by link' },
  takeFactors: { ro: 'Scoate al doilea factor', en: 'Remove second factor' },
  takeFactorsTitle: {
    ro: 'Scoți al doilea factor al contului {name}?',
    en: 'Remove the second factor of {name}?',
  },
  takeFactorsConfirmation: {
    ro: 'Aplicația de autentificare și cheile de acces nu mai contează; parola singură deschide contul. Fă-o doar dacă știi cu cine vorbești.',
    en: 'The authenticator app and the passkeys no longer count: the password alone opens the account. Do this only if you are sure who you are talking to.',
  },
  factorsTaken: {
    ro: 'Contul {name} cere doar parola',
    en: 'The account {name} now needs only its password',
  },
  delete: { ro: 'Șterge', en: 'Delete' },
  deleteTitle: { ro: 'Ștergi contul {name}?', en: 'Delete the account {name}?' },
  deleteConfirmation: {
    ro: 'Ești sigur că vrei să ștergi această înregistrare? Cine îl folosește este scos imediat. Timp de o zi îl poți aduce înapoi, cu parola și rolul pe care le avea.',
    en: 'Are you sure you want to delete this record? Its user is signed out at once. For a day you can bring it back, with the password and role it had.',
  },
  deletedAccounts: { ro: 'Conturi șterse', en: 'Deleted accounts' },
  deletedAccountsAbout: {
    ro: 'Pot fi aduse înapoi timp de o zi, cu parola, rolul și județele pe care le aveau. Sesiunile și legăturile rămân încheiate.',
    en: 'They can be brought back for a day, with the password, role and counties they had. Sessions and links stay ended.',
  },
  accountBack: { ro: 'Contul {name} a revenit', en: 'The account {name} is back' },
  noAccounts: { ro: 'Niciun cont', en: 'There are no accounts' },

  // One’s own password.
  ownPassword: { ro: 'Parola ta', en: 'Your password' },
  ownPasswordAbout: {
    ro: 'Celelalte sesiuni ale contului se încheie; aceasta rămâne.',
    en: 'All other sessions of your account end; this one stays.',
  },
  choosePassword: { ro: 'Alege parola ta', en: 'Choose your own password' },
  chooseWhy: {
    ro: 'Parola cu care ai intrat a fost aleasă de altcineva. Alege acum una pe care o știi doar tu.',
    en: 'Someone else chose the password you signed in with. Choose one now that only you know.',
  },
  setAndGoOn: { ro: 'Alege și mergi mai departe', en: 'Set it and continue' },
  changePassword: { ro: 'Schimbă parola', en: 'Change password' },

  save: { ro: 'Salvează', en: 'Save' },
  saved: { ro: 'Modificările au fost salvate', en: 'Changes have been saved' },
  accountAdded: { ro: 'Contul {name} a fost adăugat', en: 'The account {name} has been added' },
  organisationAdded: { ro: '{name} a fost adăugată', en: '{name} has been added' },
  endTasksTitle: { ro: '{name} are ceva în lucru', en: '{name} has something in progress' },
  endTasksMessage: {
    ro: 'În lucru acum: {tasks}. Dacă ștergi contul, se opresc și nu rămâne nimic din ele.',
    en: 'In progress now: {tasks}. If you delete the account, they are stopped and nothing of them is kept.',
  },
  importsUnderWay: {
    ro: { one: '{count} import', few: '{count} importuri', other: '{count} de importuri' },
    en: { one: '{count} import', other: '{count} imports' },
  },
  exportsUnderWay: {
    ro: { one: '{count} export', few: '{count} exporturi', other: '{count} de exporturi' },
    en: { one: '{count} export', other: '{count} exports' },
  },
  endAndDelete: { ro: 'Oprește și șterge', en: 'Stop them and delete' },
  accountDeleted: { ro: 'Contul {name} a fost șters', en: 'The account {name} has been deleted' },
  unlock: { ro: 'Deblochează', en: 'Unlock' },
  unlocked: {
    ro: '{name} poate intra din nou, cu aceeași parolă.',
    en: '{name} can sign in again, with the same password.',
  },
  notLocked: {
    ro: 'Contul {name} nu mai era blocat.',
    en: 'The account {name} was no longer locked.',
  },
  passwordSetAndOpen: {
    ro: 'Parola a fost schimbată. Contul era blocat; acum se poate intra.',
    en: 'The password has been changed. The account was locked; it is open now.',
  },
  passwordSet: { ro: 'Parola a fost schimbată', en: 'The password has been changed' },
})
