import { answersReceived } from '#features/answers/contract.ts'
import { formsChanged } from '#features/forms/contract.ts'
import { noteReceived } from '#features/notes/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { reviewsChanged } from '#features/reviews/contract.ts'
import type { Feature } from '#kit/contract/feature.ts'
import { analysis } from './contract.ts'

export const feature: Feature = {
  name: 'analysis',
  endpoints: { analysis },
  changes: [
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
    { event: formsChanged, touches: [analysis.form] },
    // Names of places are shown.
    {
      event: placesChanged,
      touches: [analysis.breakDown, analysis.texts, analysis.outliers],
      restMs: 1000,
    },
  ],
}
