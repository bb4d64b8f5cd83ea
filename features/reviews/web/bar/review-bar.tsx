import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { session } from '#features/session/contract.ts'
import { May } from '#features/session/web/may.tsx'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { stateNames } from '../../copy.ts'
import { isSentBack, ReviewMark } from '../review-mark.tsx'
import { Act, OtherChanges } from './acts.tsx'
import { say } from './copy.ts'
import type { Asking } from './reason-window.tsx'
import { ReviewReason } from './review-reason.tsx'
import { type Reviewed, useChange, useSendingBack } from './use-change.ts'

const ReasonWindow = deferred(async () => (await import('./reason-window.tsx')).ReasonWindow)

type Props = {
  readonly of: Reviewed
  /** The calls whose replies have the review. */
  readonly touches: readonly Endpoint[]
}

/** The state of the open report, and what changes it. */
export function ReviewBar({ of: report, touches }: Props) {
  const { review } = report
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <ReviewMark of={review} />
      {review.endedState && (
        <span className="text-small font-strong">
          {isSentBack(review)
            ? t(say.cameBack)
            : t(say.changedSince, { state: t(stateNames[review.endedState]) })}
        </span>
      )}
      <ReviewReason of={review} />
      {!review.reason && review.changedBy && review.changedAt && (
        <span className="text-small text-muted max-sm:sr-only">
          {review.changedBy}, <Ago at={review.changedAt} />
        </span>
      )}
      <May to="review">
        <Acts of={report} touches={touches} />
      </May>
    </div>
  )
}

function Acts({ of: report, touches }: Props) {
  const { pollingStationName, review } = report
  const { state, assignee } = review
  const me = useQuery(read(session.me, {})).data?.account
  const { send, change } = useChange([report], touches)
  const sendBack = useSendingBack(report, touches)
  const [asking, setAsking] = useState<Asking>()
  return (
    <>
      {state !== 'verified' && (
        <Act letter="v" icon="check" onPress={() => void change({ state: 'verified' })}>
          {t(say.verify)}
        </Act>
      )}
      {state !== 'follow-up' && (
        <Act letter="f" icon="bell" onPress={() => void change({ state: 'follow-up' })}>
          {t(say.followUp)}
        </Act>
      )}
      {me !== undefined && assignee !== me && (
        <Act
          letter="a"
          icon="person"
          onPress={() =>
            void change({ assignee: me, ...(state === 'new' && { state: 'in-work' }) })
          }
        >
          {t(say.take)}
        </Act>
      )}
      {state !== 'set-aside' && (
        <Act letter="d" icon="cross" isBrief onPress={() => setAsking('set-aside')}>
          {t(say.setAside)}
        </Act>
      )}
      <May to="message">
        <Act letter="b" icon="restore" isBrief onPress={() => setAsking('send-back')}>
          {t(say.sendBack)}
        </Act>
      </May>
      {asking && (
        <Suspense>
          <ReasonWindow
            to={asking}
            report={pollingStationName}
            onSave={(reason) =>
              asking === 'send-back' ? sendBack(reason) : send({ state: 'set-aside', reason })
            }
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
      <OtherChanges of={[review]} onChange={(next) => void change(next)} />
    </>
  )
}
