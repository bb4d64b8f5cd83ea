import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  welcome: { ro: 'Bine ai venit la Veghe', en: 'Welcome to Veghe' },
  purpose: {
    ro: 'Rapoartele observatorilor, pe loc.',
    en: 'What observers report, at once.',
  },
  signIn: { ro: 'Autentificare', en: 'Sign in' },
  user: { ro: 'Utilizator', en: 'User' },
  password: { ro: 'Parolă', en: 'Password' },
  userExpected: { ro: 'Scrie numele de utilizator.', en: 'Enter your user name.' },
  passwordExpected: { ro: 'Scrie parola.', en: 'Enter your password.' },
  credentialsInvalid: { ro: 'Date de autentificare incorecte', en: 'Invalid credentials' },
  notChecked: {
    ro: 'Nu au putut fi verificate: {why}',
    en: 'They could not be checked: {why}',
  },
  ended: {
    ro: 'Sesiunea s-a încheiat. Autentifică-te din nou; te întorci unde erai.',
    en: 'Your session has ended. Sign in again, and you are back where you were.',
  },
  endsAt: {
    ro: 'Sesiunea se încheie la {time}. Autentifică-te din nou ca să poți lucra mai departe.',
    en: 'Your session ends at {time}. Sign in again to keep working.',
  },
  signInAgain: { ro: 'Autentifică-te din nou', en: 'Sign in again' },
  logOut: { ro: 'Ieșire din cont', en: 'Log out' },
  account: { ro: 'Contul lui {name}', en: 'Account of {name}' },
  settings: { ro: 'Setări', en: 'Settings' },
  appearance: { ro: 'Aspect', en: 'Appearance' },
  system: { ro: 'Ca dispozitivul', en: 'Same as the device' },
  light: { ro: 'Luminos', en: 'Light' },
  dark: { ro: 'Întunecat', en: 'Dark' },
})
