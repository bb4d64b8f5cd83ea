import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import type { Review } from '../../review-contract.ts'
import { say } from './copy.ts'

/** Why a report is set aside, who did it and when. */
export function ReviewReason({ of: { reason, changedBy, changedAt } }: { of: Review }): ReactNode {
  if (!reason || !changedAt) return null
  return (
    <span className="text-small wrap-anywhere">
      {t(say.because, { reason })}{' '}
      <span className="text-muted">
        ({changedBy}, <Ago at={changedAt} />)
      </span>
    </span>
  )
}
