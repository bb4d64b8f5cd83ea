import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { session } from '#features/session/contract.ts'
import { May } from '#features/session/web/may.tsx'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { read } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { ButtonMenu, Item } from '#kit/web/ui/overlay/menu.tsx'
import { reviews } from '../../contract.ts'
import { stateNames } from '../../copy.ts'
import type { Review } from '../../review-contract.ts'
import { isSentBack, ReviewMark } from '../review-mark.tsx'
import { say } from './copy.ts'
import type { Asking } from './reason-window.tsx'
import { ReviewReason } from './review-reason.tsx'
import { type Change, type Reviewed, useChange } from './use-change.ts'

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
  const { send, sendBack, change } = useChange(report, touches)
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
      <Others state={state} assignee={assignee} onChange={(next) => void change(next)} />
    </>
  )
}

/** The rarer changes. */
function Others({
  state,
  assignee,
  onChange,
}: Pick<Review, 'state' | 'assignee'> & { onChange: (change: Change) => void }) {
  const { data } = useQuery({ ...read(reviews.listReviewers, {}), staleTime: 300_000 })
  const { accounts = [] } = data ?? {}
  return (
    <ButtonMenu label={t(say.others)} button={<Icon name="more" />}>
      {state !== 'new' && (
        <Item id="new" onAction={() => onChange({ state: 'new' })}>
          {t(say.markNew)}
        </Item>
      )}
      {state !== 'in-work' && (
        <Item id="in-work" onAction={() => onChange({ state: 'in-work' })}>
          {t(say.markInWork)}
        </Item>
      )}
      {assignee !== null && (
        <Item id="release" onAction={() => onChange({ assignee: null })}>
          {t(say.release)}
        </Item>
      )}
      {accounts
        .filter((account) => account !== assignee)
        .map((account) => (
          <Item
            key={account}
            id={`assign-${account}`}
            onAction={() => onChange({ assignee: account })}
          >
            {t(say.assignTo, { account })}
          </Item>
        ))}
    </ButtonMenu>
  )
}

type ActProps = {
  readonly letter: string
  readonly icon: IconName
  /** Its words are only read out and shown on hover. */
  readonly isBrief?: boolean
  readonly onPress: () => void
  readonly children: string
}

/** A button with a key, which works while the button is shown. */
const Act = ({ letter, icon, isBrief = false, onPress, children }: ActProps) => (
  <button
    type="button"
    title={isBrief ? children : undefined}
    aria-keyshortcuts={letter}
    onClick={onPress}
    className={`${buttonClass('plain', 'small')} max-sm:min-w-11`}
  >
    <Icon name={icon} />
    <span className={isBrief ? 'sr-only' : 'max-sm:sr-only'}>{children}</span>
    {areLettersKeys() && (
      <span aria-hidden="true" className="max-sm:hidden">
        <Key>{letter}</Key>
      </span>
    )}
  </button>
)
