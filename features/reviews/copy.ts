import { type Copy, copy } from '#kit/contract/copy.ts'
import type { ReviewState } from './review-contract.ts'

export const say = copy({
  state: { ro: 'Verificare', en: 'Review' },
  assignee: { ro: 'Repartizat', en: 'Assigned to' },
  reason: { ro: 'Motiv', en: 'Reason' },
  sentBack: { ro: 'trimis înapoi', en: 'sent back' },
  stateReason: { ro: 'Motivul stării', en: 'Reason for the state' },
})

/** The states of a report, as lists and filters show them. */
export const stateNames = copy({
  new: { ro: 'nou', en: 'new' },
  'in-work': { ro: 'în lucru', en: 'in work' },
  'follow-up': { ro: 'de urmărit', en: 'needs follow-up' },
  verified: { ro: 'verificat', en: 'verified' },
  'set-aside': { ro: 'pus deoparte', en: 'set aside' },
} satisfies Readonly<Record<ReviewState, Copy>>)
