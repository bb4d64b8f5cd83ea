import { formsChanged } from '#features/forms/contract.ts'
import { noteReceived, notes } from '#features/notes/contract.ts'
import { observers, observersChanged } from '#features/observers/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { reviewsChanged } from '#features/reviews/contract.ts'
import { stationInfoReceived, visits } from '#features/visits/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { answers, answersReceived, openReportsChanged, reportSeen } from './contract.ts'
import { corrections } from './corrections-contract.ts'

const report = [answers.thread, answers.filledIn, answers.series]
const thread = [answers.list, ...report, notes.list, visits.info]
/** They show when and where observers were last seen; reports do not reorder the list. */
const people = [observers.list, observers.active]

const acts = copy({
  'answers.corrected': { ro: 'Răspuns corectat', en: 'Answer corrected' },
  'answers.correction-taken-back': {
    ro: 'Corectare luată înapoi',
    en: 'Correction taken back',
  },
  'answers.exported': { ro: 'Răspunsuri exportate', en: 'Answers exported' },
  'answers.received': { ro: 'Răspunsuri primite', en: 'Answers received' },
  'answers.telephoned': {
    ro: 'Răspunsuri scrise la telefon',
    en: 'Answers written down by telephone',
  },
} satisfies Words)

const subjects = copy({
  answers: { ro: 'Răspunsuri', en: 'Answers' },
} satisfies Words)

const fields = copy({
  own: { ro: 'Al observatorului', en: 'Observer’s own' },
} satisfies Words)

export const feature: Feature = {
  name: 'answers',
  endpoints: { answers, corrections },
  changes: [
    ...[answersReceived, noteReceived, stationInfoReceived].flatMap((event) => [
      { event, touches: thread, restMs: 1000 },
      { event, touches: people },
    ]),
    { event: reviewsChanged, touches: [answers.list, answers.thread], restMs: 1000 },
    { event: reportSeen, touches: [answers.list], restMs: 1000 },
    { event: openReportsChanged, touches: [answers.listOpen], restMs: 2000 },
    // They show names of people and places.
    { event: observersChanged, touches: thread },
    { event: placesChanged, touches: thread },
    { event: formsChanged, touches: [answers.filledIn, notes.list] },
  ],
  acts,
  subjects,
  fields,
}
