import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { say, stateNames } from '../copy.ts'
import type { Review, ReviewState } from '../review-contract.ts'

const looks = {
  new: { icon: 'person' },
  'in-work': { tone: 'ours', icon: 'pencil' },
  'follow-up': { tone: 'attention', icon: 'bell' },
  verified: { tone: 'done', icon: 'check' },
  'set-aside': { icon: 'cross' },
} as const satisfies Record<ReviewState, object>

/** Whether its observer was asked to correct it. */
export const isSentBack = ({ state, endedState, reason }: Review): boolean =>
  (endedState ?? state) === 'follow-up' && reason !== ''

/**
 * The state of a report and its assignee; nothing where it is new and unassigned.
 * @param isSmall an icon alone, for rows; its words are read out and shown on hover
 */
export function ReviewMark({ of: review, isSmall }: { of: Review; isSmall?: boolean }): ReactNode {
  const moment = useMoment()
  const { state, assignee, reason, changedAt } = review
  if (state === 'new' && assignee === null) return null
  const name = state === 'follow-up' && reason ? say.sentBack : stateNames[state]
  const words =
    t(name) +
    (assignee === null ? '' : `: ${assignee}`) +
    (isSmall && reason && changedAt ? `, ${reason}, ${moment(changedAt)}` : '')
  return (
    <span title={words} className="flex max-w-full min-w-0">
      <Badge {...looks[state]}>
        <span className={isSmall ? 'sr-only' : 'truncate'}>{words}</span>
      </Badge>
    </span>
  )
}
