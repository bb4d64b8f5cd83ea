import type { Copy } from '#kit/contract/copy.ts'
import type { Problem, ProblemCode } from '#kit/contract/problem.ts'
import { t } from './language.ts'

/** The text for users: what happened, and what to do. What any call may answer is part of the first script. */
export const say = {
  'request.invalid': {
    ro: 'Ceva din ce ai completat nu este corect. Verifică și încearcă din nou.',
    en: 'Something you entered is not right. Check it and try again.',
  },
  'request.too-large': {
    ro: 'Fișierul este prea mare. Alege unul mai mic.',
    en: 'The file is too large. Choose a smaller one.',
  },
  'request.wrong-kind': {
    ro: 'Acest tip de fișier nu este acceptat.',
    en: 'Files of this kind are not accepted.',
  },
  'request.too-many': {
    ro: 'Prea multe încercări. Așteaptă {wait}, apoi încearcă din nou.',
    en: 'Too many attempts. Wait {wait}, then try again.',
  },
  'thing.not-found': {
    ro: 'Nu există sau nu mai există.',
    en: 'It does not exist, or no longer exists.',
  },
  'thing.changed-meanwhile': {
    ro: 'Nu s-a salvat: altcineva a schimbat același lucru între timp. Verifică, apoi încearcă din nou.',
    en: 'Not saved: another user has changed the same thing in the meantime. Check it, then try again.',
  },
  'session.missing': {
    ro: 'Sesiunea s-a încheiat. Autentifică-te din nou.',
    en: 'Your session has ended. Sign in again.',
  },
  'session.forbidden': {
    ro: 'Contul tău nu are acest drept. Cere-l unui organizator.',
    en: 'Your account is not allowed to do this. Ask an organiser.',
  },
  'key.refused': { ro: 'Cheile nu pot face asta.', en: 'Keys cannot do this.' },
  'session.refused': {
    ro: 'Utilizatorul sau parola nu sunt corecte.',
    en: 'The user name or the password is not correct.',
  },
  'session.code-needed': {
    ro: 'Scrie și codul din aplicația de autentificare.',
    en: 'Enter the code from your authenticator app as well.',
  },
  'session.unconfirmed': {
    ro: 'Nu ai confirmat cine ești, deci nu s-a făcut nimic.',
    en: 'You have not confirmed your identity, so nothing was done.',
  },
  'session.owes': {
    ro: 'Contul tău are ceva de făcut înainte de orice. Ieși din cont și intră din nou.',
    en: 'Something about your account has to be done first. Log out and sign in again.',
  },
  'session.password-expired': {
    ro: 'Această primă parolă a expirat. Cere alta, sau o legătură prin care îți alegi una.',
    en: 'This first password has expired. Ask for another, or for a link to choose one.',
  },
  'factor.code-wrong': {
    ro: 'Codul nu este corect. Așteaptă unul nou și scrie-l pe acela.',
    en: 'The code is not correct. Wait for a new one and enter that.',
  },
  'factor.passkey-refused': {
    ro: 'Cheia de acces nu a fost acceptată. Încearcă din nou.',
    en: 'The passkey was not accepted. Try again.',
  },
  'factor.own-first': {
    ro: 'Pune-ți întâi ție un al doilea factor, la Securitate.',
    en: 'First set up a second factor of your own, under Security.',
  },
  'import.undone': {
    ro: 'Importul acesta este deja anulat sau se anulează chiar acum.',
    en: 'This import has been undone already, or is being undone right now.',
  },
  'import.undoing': {
    ro: 'Un import dinainte încă se anulează. Nu s-a importat nimic; încearcă din nou după ce se termină.',
    en: 'An earlier import is still being undone. Nothing was imported; try again once that has ended.',
  },
  'import.refused': {
    ro: 'Fișierul conține greșeli. Nu s-a importat nimic; corectează-le și încearcă din nou.',
    en: 'The file has mistakes. Nothing was imported; correct them and try again.',
  },
  'server.unavailable': {
    // Reads are retried automatically; writes are not, and must not seem to be.
    ro: 'Serverul nu răspunde acum. Ce ai pe ecran rămâne; încearcă din nou peste câteva secunde.',
    en: 'The server is not responding. What is on screen stays; try again in a few seconds.',
  },
  'server.overloaded': {
    ro: 'Serverul are acum prea mult de lucru; rapoartele au întâietate. Încearcă peste câteva secunde.',
    en: 'The server is too busy; reports go first. Try again in a few seconds.',
  },
  'server.failed': {
    ro: 'Ceva nu a mers la noi. Nu s-a pierdut nimic; încearcă din nou peste puțin timp.',
    en: 'Something went wrong on our side. Nothing was lost; try again in a moment.',
  },
} as const satisfies Partial<Record<ProblemCode, Copy>>

/** All sentences, once the rest is loaded. */
let sentences: Partial<Record<ProblemCode, Copy>> = say

/** Loads the rest, before a refusal is shown; if that fails, the refusal has a sentence that fits all. */
export async function loadSentences(): Promise<void> {
  if (sentences !== say) return
  const rest = await import('./domain-problems.ts').catch(() => undefined)
  if (!rest) return
  // None is left out: that would not compile.
  const all: Record<ProblemCode, Copy> = { ...say, ...rest.say }
  sentences = all
}

const seconds: Copy = {
  ro: { one: 'o secundă', few: '{count} secunde', other: '{count} de secunde' },
  en: { one: '1 second', other: '{count} seconds' },
}

const minutes: Copy = {
  ro: { one: 'un minut', few: '{count} minute', other: '{count} de minute' },
  en: { one: '1 minute', other: '{count} minutes' },
}

/** A sentence for the problem in the reader's language. */
export const explain = (problem: Problem): string =>
  t(sentences[problem.code] ?? say['request.invalid'], {
    wait: patienceOf(problem),
    highest: highestOf(problem),
  })

const highestOf = ({ details }: Problem): number =>
  details !== undefined && 'highestWithData' in details ? details.highestWithData : 0

function patienceOf({ details }: Problem): string {
  if (details === undefined || !('retryAfterSeconds' in details)) return ''
  const wait = details.retryAfterSeconds
  if (wait < 90) return t(seconds, { count: wait })
  return t(minutes, { count: Math.ceil(wait / 60) })
}
