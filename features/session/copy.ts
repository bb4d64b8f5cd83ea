import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  welcome: { ro: 'Bine ai venit la Veghe', en: 'Welcome to Veghe' },
  purpose: {
    ro: 'Rapoartele observatorilor, pe loc.',
    en: 'What observers report, as it comes in.',
  },
  signIn: { ro: 'Autentificare', en: 'Sign in' },
  user: { ro: 'Utilizator', en: 'User' },
  password: { ro: 'Parolă', en: 'Password' },
  userExpected: { ro: 'Scrie numele de utilizator.', en: 'Enter your user name.' },
  passwordExpected: { ro: 'Scrie parola.', en: 'Enter your password.' },
  forgotten: { ro: 'Ai uitat parola?', en: 'Forgot your password?' },
  credentialsInvalid: { ro: 'Date de autentificare incorecte', en: 'Invalid credentials' },
  notChecked: {
    ro: 'Datele nu au putut fi verificate: {why}',
    en: 'Your details could not be checked: {why}',
  },
  ended: {
    ro: 'Sesiunea s-a încheiat. Autentifică-te din nou; te întorci unde erai.',
    en: 'Your session has ended. Sign in again, and you are back where you were.',
  },
  lockedUntil: { ro: 'Blocat până la {time}', en: 'Locked until {time}' },
  endedHere: {
    ro: 'Sesiunea s-a încheiat. Ce ai scris este încă pe pagină; autentifică-te ca să poți salva.',
    en: 'Your session has ended. What you have written is still on the page; sign in to save it.',
  },
  leaveWork: { ro: 'Pleci fără să salvezi?', en: 'Leave without saving?' },
  lostWork: { ro: 'Se pierde ce ai scris aici:', en: 'What you have written here will be lost:' },
  keptWork: {
    ro: 'Rămâne în acest browser și îți este oferit din nou când te întorci:',
    en: 'This stays in this browser, and is offered to you again when you come back:',
  },
  asBefore: { ro: 'Scrii mai departe ca {name}.', en: 'You go on as {name}.' },
  signInAgain: { ro: 'Autentifică-te din nou', en: 'Sign in again' },
  // The code, and the passkey.
  code: { ro: 'Cod', en: 'Code' },
  codeAbout: {
    ro: 'Din aplicația de autentificare, sau un cod de rezervă.',
    en: 'From your authenticator app, or a recovery code.',
  },
  codeExpected: { ro: 'Scrie codul.', en: 'Enter the code.' },
  codeNeeded: {
    ro: 'Parola este bună. Scrie acum și codul.',
    en: 'The password is right. Now enter the code as well.',
  },
  byPasskey: { ro: 'Cu o cheie de acces', en: 'With a passkey' },
  signInByPasskey: { ro: 'Intră cu o cheie de acces', en: 'Sign in with a passkey' },
  byCode: { ro: 'Cu un cod', en: 'With a code' },
  byPassword: { ro: 'Cu parola', en: 'With the password' },
  confirmTitle: { ro: 'Confirmă că ești tu', en: 'Confirm that it is you' },
  confirmWhy: {
    ro: 'Înainte de asta trebuie să fim siguri că nu altcineva folosește acest ecran.',
    en: 'Before this, we need to be sure that it is you at this screen.',
  },
  goOn: { ro: 'Continuă', en: 'Continue' },

  // The list of own sessions.
  sessions: { ro: 'Unde ești autentificat', en: 'Where you are signed in' },
  sessionsAbout: {
    ro: 'Ce nu recunoști, încheie, apoi schimbă parola.',
    en: 'Sign out what you do not recognise, then change your password.',
  },
  thisOne: { ro: 'aici', en: 'this one' },
  browserOn: { ro: '{browser} pe {system}', en: '{browser} on {system}' },
  unknownDevice: { ro: 'Dispozitiv necunoscut', en: 'Unknown device' },
  seen: { ro: 'văzută', en: 'seen' },
  begun: { ro: 'începută', en: 'begun' },
  endOne: { ro: 'Încheie', en: 'Sign out' },
  endOthers: { ro: 'Încheie toate celelalte', en: 'Sign out everywhere else' },
  othersEnded: {
    ro: {
      one: 'O altă sesiune s-a încheiat.',
      few: '{count} alte sesiuni s-au încheiat.',
      other: '{count} de alte sesiuni s-au încheiat.',
    },
    en: { one: '1 other session has ended.', other: '{count} other sessions have ended.' },
  },
  logOut: { ro: 'Ieșire din cont', en: 'Log out' },
  account: { ro: 'Cont: {name}', en: 'Account of {name}' },
  noCounty: { ro: 'Niciun județ din aceste alegeri', en: 'No county of this election' },
  history: { ro: 'Istoric', en: 'History' },
  settings: { ro: 'Setări', en: 'Settings' },
  sound: { ro: 'Sunet la raport semnalat și alertă', en: 'Sound at flagged reports and alerts' },
  appearance: { ro: 'Aspect', en: 'Appearance' },
  system: { ro: 'Ca dispozitivul', en: 'Same as the device' },
  light: { ro: 'Luminos', en: 'Light' },
  dark: { ro: 'Întunecat', en: 'Dark' },
})
