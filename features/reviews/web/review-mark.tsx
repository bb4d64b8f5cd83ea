import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { stateNames } from '../copy.ts'
import type { Review, ReviewState } from '../review-contract.ts'

const looks = {
  new: { icon: 'person' },
  'in-work': { tone: 'ours', icon: 'person' },
  'follow-up': { tone: 'attention', icon: 'phone' },
  verified: { tone: 'done', icon: 'check' },
} as const satisfies Record<ReviewState, object>

/**
 * The state of a report and its assignee; nothing where it is new and unassigned.
 * @param isSmall an icon alone, for rows; its words are read out and shown on hover
 */
export function ReviewMark({ of: review, isSmall }: { of: Review; isSmall?: boolean }): ReactNode {
  const { state, assignee } = review
  if (state === 'new' && assignee === null) return null
  const words = assignee === null ? t(stateNames[state]) : `${t(stateNames[state])}: ${assignee}`
  return (
    <span title={words} className="min-w-0 shrink-0">
      <Badge {...looks[state]}>{isSmall ? <span className="sr-only">{words}</span> : words}</Badge>
    </span>
  )
}
