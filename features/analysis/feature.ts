import { answersReceived } from '#features/answers/contract.ts'
import { formsChanged } from '#features/forms/contract.ts'
import { noteReceived } from '#features/notes/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { reviewsChanged } from '#features/reviews/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { analysis } from './contract.ts'
import { pinnedQuestions, pinsChanged } from './pins-contract.ts'

const acts = copy({
  'analysis.pinned': { ro: 'Întrebare fixată la statistici', en: 'Question pinned to statistics' },
  'analysis.unpinned': {
    ro: 'Întrebare scoasă de la statistici',
    en: 'Question unpinned from statistics',
  },
} satisfies Words)

const subjects = copy({
  pinned_questions: { ro: 'Întrebări fixate', en: 'Pinned questions' },
} satisfies Words)

const fields = copy({
  questionCode: { ro: 'Codul întrebării', en: 'Question code' },
} satisfies Words)

export const feature: Feature = {
  name: 'analysis',
  endpoints: { analysis, pinnedQuestions },
  acts,
  subjects,
  fields,
  changes: [
    { event: pinsChanged, touches: [pinnedQuestions.list], restMs: 1000 },
    { event: noteReceived, touches: [analysis.count], restMs: 1000 },
    {
      event: answersReceived,
      touches: [analysis.texts, analysis.outliers],
      restMs: 1000,
    },
    {
      event: reviewsChanged,
      touches: [analysis.count, analysis.breakDown, analysis.texts, analysis.outliers],
      restMs: 1000,
    },
    { event: formsChanged, touches: [analysis.form, pinnedQuestions.list] },
    // Names of places are shown.
    {
      event: placesChanged,
      touches: [analysis.breakDown, analysis.texts, analysis.outliers],
      restMs: 1000,
    },
  ],
}
