import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { reviews, reviewsChanged } from './contract.ts'
import { say } from './copy.ts'
import { sendingBack } from './returning-contract.ts'

const acts = copy({
  'reviews.changed': { ro: 'Verificarea raportului schimbată', en: 'Review of a report changed' },
  'reviews.change-undone': {
    ro: 'Schimbarea verificării anulată',
    en: 'Change of a review undone',
  },
  'reviews.sent-back': {
    ro: 'Raport trimis înapoi observatorului',
    en: 'Report sent back to its observer',
  },
  'reviews.removed': {
    ro: 'Verificare pierdută: raportul nu mai are conținut',
    en: 'Review lost: the report is empty',
  },
} satisfies Words)

export const feature: Feature = {
  name: 'reviews',
  endpoints: { reviews, sendingBack },
  changes: [{ event: reviewsChanged, touches: [reviews.count] }],
  acts,
  fields: { assignee: say.assignee, state: say.state },
}
