import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import type { Review } from '../../review-contract.ts'
import { isSentBack } from '../review-mark.tsx'
import { say } from './copy.ts'

/** Why a report is set aside or what is to be corrected, who wrote it and when. */
export function ReviewReason({ of: review }: { of: Review }): ReactNode {
  const { reason, changedBy, changedAt } = review
  if (!reason || !changedAt) return null
  return (
    <span className="text-small wrap-anywhere">
      {t(isSentBack(review) ? say.asked : say.because, { reason })}{' '}
      <span className="text-muted">
        ({changedBy}, <Ago at={changedAt} />)
      </span>
    </span>
  )
}
