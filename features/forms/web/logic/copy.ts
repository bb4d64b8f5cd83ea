import { copy } from '#kit/contract/copy.ts'
import type { Mistake } from '../../logic/mistakes-domain.ts'

export const say = copy({
  logic: { ro: 'Condiții și controale', en: 'Conditions and checks' },
  condition: { ro: 'Condiție', en: 'Condition' },
  checks: { ro: 'Controale', en: 'Checks' },
  shownIf: { ro: 'Apare când', en: 'Shown when' },
  always: { ro: 'Gol: apare mereu.', en: 'Empty: always.' },
  shownWhen: { ro: 'Apare când {words}.', en: 'Shown when {words}.' },
  checkOf: { ro: 'Controlul {number}', en: 'Check {number}' },
  mustHold: { ro: 'Trebuie ca: {words}.', en: 'Must hold: {words}.' },
  severity: { ro: 'Dacă nu se respectă', en: 'If it does not hold' },
  warning: { ro: 'Avertisment', en: 'Warning' },
  error: { ro: 'Eroare', en: 'Error' },
  messageRo: { ro: 'Mesaj în română', en: 'Message in Romanian' },
  messageEn: { ro: 'Mesaj în engleză', en: 'Message in English' },
  addCheck: { ro: 'Adaugă un control', en: 'Add check' },
  deleteCheck: { ro: 'Șterge controlul {number}', en: 'Delete check {number}' },
  checkRemoved: { ro: 'Controlul {number} a fost scos', en: 'Check {number} was removed' },
  complete: { ro: 'Completează cu', en: 'Complete with' },
  showAll: { ro: 'Arată toate întrebările', en: 'Show all questions' },
  tryIt: { ro: 'Completează de probă', en: 'Try it out' },
  voters: { ro: 'Alegători înscriși la secție', en: 'Registered voters of the station' },
})

export const mistakes = copy({
  unread: {
    ro: 'De la semnul {at} nu se mai poate citi.',
    en: 'It cannot be read from character {at}.',
  },
  unknown: { ro: 'Nu există întrebarea {about}.', en: 'There is no question {about}.' },
  later: {
    ro: '{about} nu vine înainte. Se pot folosi numai întrebări de mai sus.',
    en: '{about} does not come before. Only questions above can be used.',
  },
  twice: {
    ro: 'Mai multe întrebări au codul {about}.',
    en: 'Several questions have the code {about}.',
  },
  option: {
    ro: 'Întrebarea nu are varianta „{about}”.',
    en: 'The question has no option “{about}”.',
  },
  time: {
    ro: '„{about}” nu poate fi citit ca dată sau oră.',
    en: '“{about}” cannot be read as a date or time.',
  },
  kinds: { ro: 'Cele două nu se pot compara așa.', en: 'The two cannot be compared like this.' },
  file: {
    ro: 'La {about} se răspunde cu un fișier, care nu poate decide nimic.',
    en: '{about} is answered by a file, which cannot decide anything.',
  },
  condition: {
    ro: 'Aici trebuie o condiție, de exemplu A1 = "Nu".',
    en: 'This must be a condition, such as A1 = "No".',
  },
  number: { ro: 'Aici trebuie un număr.', en: 'This must be a number.' },
  message: {
    ro: 'Scrie mesajul și în această limbă.',
    en: 'Write the message in this language too.',
  },
} satisfies Record<Mistake['kind'], { ro: string; en: string }>)

/** The words of an expression. */
export const words = copy({
  voters: { ro: 'numărul alegătorilor înscriși', en: 'the number of registered voters' },
  quoted: { ro: '„{text}”', en: '“{text}”' },
  answered: { ro: 'la {names} s-a răspuns', en: '{names} is answered' },
  sum: { ro: 'suma {names}', en: 'the sum of {names}' },
  not: { ro: 'nu e adevărat că {one}', en: 'it is not true that {one}' },
  and: { ro: '{one} și {other}', en: '{one} and {other}' },
  or: { ro: '{one} sau {other}', en: '{one} or {other}' },
  chosen: { ro: 'la {one} s-a ales {other}', en: '{other} is chosen in {one}' },
  notChosen: { ro: 'la {one} nu s-a ales {other}', en: '{other} is not chosen in {one}' },
  same: { ro: '{one} este {other}', en: '{one} is {other}' },
  different: { ro: '{one} nu este {other}', en: '{one} is not {other}' },
  less: { ro: '{one} este sub {other}', en: '{one} is less than {other}' },
  most: { ro: '{one} este cel mult {other}', en: '{one} is at most {other}' },
  more: { ro: '{one} este peste {other}', en: '{one} is more than {other}' },
  least: { ro: '{one} este cel puțin {other}', en: '{one} is at least {other}' },
  before: { ro: '{one} este înainte de {other}', en: '{one} is before {other}' },
  latest: { ro: '{one} este cel târziu {other}', en: '{one} is {other} at the latest' },
  after: { ro: '{one} este după {other}', en: '{one} is after {other}' },
  earliest: { ro: '{one} este cel devreme {other}', en: '{one} is {other} at the earliest' },
})
