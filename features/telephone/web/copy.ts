import { type Copy, copy } from '#kit/contract/copy.ts'
import type { ProposedAs } from '../domain.ts'

export const proposedAs = copy({
  'on-shift': { ro: 'tura de acum', en: 'shift now' },
  'last-report': { ro: 'ultimul raport', en: 'last report' },
  planned: { ro: 'în plan', en: 'planned' },
  reported: { ro: 'a raportat', en: 'reported' },
} satisfies Readonly<Record<ProposedAs, Copy>>)

export const say = copy({
  title: { ro: 'Raport prin telefon', en: 'Report by telephone' },
  titleOf: { ro: 'Raport prin telefon: {name}', en: 'Report by telephone: {name}' },
  noObserver: { ro: 'Nu există acest observator', en: 'There is no such observer' },
  noObserverWhy: {
    ro: 'A fost șters, sau nu este printre ai tăi.',
    en: 'They were deleted, or are not among yours.',
  },

  // The station.
  about: { ro: 'Despre ce secție este vorba?', en: 'Which polling station is it about?' },
  otherStation: { ro: 'Altă secție', en: 'Another station' },
  toReport: { ro: 'Raportul', en: 'The report' },

  // The forms.
  parts: { ro: 'Părțile raportului', en: 'Parts of the report' },
  info: { ro: 'Despre secție', en: 'About the station' },
  notes: { ro: 'Note', en: 'Notes' },
  keys: {
    ro: '{keys} alege, Enter sau {down} trece mai departe, {up} înapoi, Delete șterge răspunsul. Fiecare răspuns se salvează îndată.',
    en: '{keys} chooses, Enter or {down} moves on, {up} back, Delete clears the answer. Each answer is saved at once.',
  },
  noOptions: { ro: 'Nicio variantă', en: 'No options' },
  some: { ro: 'mai multe răspunsuri', en: 'several answers' },
  required: { ro: 'obligatorie', en: 'required' },
  saving: { ro: 'Se salvează…', en: 'Saving…' },
  typing: { ro: 'Enter salvează', en: 'Enter saves' },
  notSaved: { ro: 'Nesalvat', en: 'Not saved' },
  byPhone: { ro: 'de pe telefon, {time}', en: 'from the phone, {time}' },
  clear: { ro: 'Șterge răspunsul', en: 'Clear the answer' },
  cleared: { ro: 'Răspunsul la {code} este șters.', en: 'The answer to {code} is cleared.' },
  earlierOption: { ro: 'În versiunea {version}: {text}', en: 'In version {version}: {text}' },
  failed: {
    ro: {
      one: 'Un răspuns nu s-a salvat.',
      few: '{count} răspunsuri nu s-au salvat.',
      other: '{count} de răspunsuri nu s-au salvat.',
    },
    en: { one: '1 answer was not saved.', other: '{count} answers were not saved.' },
  },
  notByItself: { ro: 'Nimic nu se retrimite singur.', en: 'Nothing is sent again by itself.' },
  retry: { ro: 'Încearcă din nou', en: 'Try again' },

  // Station info.
  arrivalDay: { ro: 'Ziua sosirii', en: 'Day of arrival' },
  arrivalTime: { ro: 'Ora sosirii', en: 'Time of arrival' },
  leavingDay: { ro: 'Ziua plecării', en: 'Day of leaving' },
  leavingTime: { ro: 'Ora plecării', en: 'Time of leaving' },
  timeExpected: { ro: 'Scrie ora, de exemplu 06:30.', en: 'Write a time, such as 06:30.' },
  inFuture: {
    ro: 'Ora este în viitor. Verifică și ziua.',
    en: 'This time is in the future. Check the day too.',
  },
  numberExpected: { ro: 'Scrie un număr.', en: 'Write a number.' },
  notSaid: { ro: 'nu a spus', en: 'not said' },
  yes: { ro: 'da', en: 'yes' },
  no: { ro: 'nu', en: 'no' },
  save: { ro: 'Salvează', en: 'Save' },
  infoSaved: { ro: 'Datele despre secție sunt salvate.', en: 'The station info is saved.' },

  // Notes.
  note: { ro: 'Nota, cum o spune observatorul', en: 'The note, as the observer tells it' },
  noteKeys: { ro: 'Ctrl+Enter o salvează.', en: 'Ctrl+Enter saves it.' },
  noteSaved: { ro: 'Nota este salvată.', en: 'The note is saved.' },
})
