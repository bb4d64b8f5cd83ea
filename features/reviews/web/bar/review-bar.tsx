import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useWritingTo } from '#features/observers/web/list/use-writing-to.ts'
import { session } from '#features/session/contract.ts'
import { May, useMay } from '#features/session/web/may.tsx'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { deferred } from '#kit/web/deferred.ts'
import { useSingleFlight } from '#kit/web/edit/single-flight.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { ButtonMenu, Item } from '#kit/web/ui/overlay/menu.tsx'
import { reviews } from '../../contract.ts'
import { stateNames } from '../../copy.ts'
import type { Review } from '../../review-contract.ts'
import { ReviewMark } from '../review-mark.tsx'
import { say } from './copy.ts'
import { ReviewReason } from './review-reason.tsx'

const SetAsideWindow = deferred(async () => (await import('./set-aside-window.tsx')).SetAsideWindow)

type Draft = CallInput<typeof reviews.change>['body']
type Change = Omit<Draft, 'reports'>
type Reviewed = {
  readonly observerId: Id<'observers'>
  readonly pollingStationId: Id<'pollingStations'>
  readonly pollingStationName: string
  readonly lastModified: Date
  readonly review: Review
}

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
          {t(say.changedSince, { state: t(stateNames[review.endedState]) })}
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
  const { observerId, pollingStationName, review } = report
  const { state, assignee } = review
  const me = useQuery(read(session.me, {})).data?.account
  const { send, change } = useChange(report, touches)
  const [isSettingAside, setSettingAside] = useState(false)
  const writeTo = useWritingTo()
  // Their next answer makes the report new again.
  const sendBack = async () => {
    if (await change({ state: 'follow-up' }))
      await tryWithToast(() => writeTo([observerId], { report: pollingStationName }))
  }
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
        <Act letter="d" icon="cross" isBrief onPress={() => setSettingAside(true)}>
          {t(say.setAside)}
        </Act>
      )}
      {isSettingAside && (
        <Suspense>
          <SetAsideWindow
            report={pollingStationName}
            onSetAside={(reason) => send({ state: 'set-aside', reason })}
            onClose={() => setSettingAside(false)}
          />
        </Suspense>
      )}
      <Others
        state={state}
        assignee={assignee}
        onChange={(next) => void change(next)}
        onSendBack={() => void sendBack()}
      />
    </>
  )
}

/** The rarer changes. */
function Others({
  state,
  assignee,
  onChange,
  onSendBack,
}: Pick<Review, 'state' | 'assignee'> & {
  onChange: (change: Change) => void
  onSendBack: () => void
}) {
  const mayMessage = useMay('message') === true
  const { data } = useQuery({ ...read(reviews.listReviewers, {}), staleTime: 300_000 })
  const { accounts = [] } = data ?? {}
  return (
    <ButtonMenu label={t(say.others)} button={<Icon name="more" />}>
      {mayMessage && (
        <Item id="send-back" onAction={onSendBack}>
          {t(say.sendBack)}
        </Item>
      )}
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

/** Changes the review of a report in the state it is shown in, and offers to undo that. `change` says whether it did. */
function useChange(
  { observerId, pollingStationId, lastModified, review: { revision } }: Reviewed,
  touches: Props['touches'],
) {
  const { mutateAsync } = useWrite(reviews.change, { touches })
  const undo = useWrite(reviews.undo, { touches })
  const { once } = useSingleFlight()
  const seen = { observerId, pollingStationId, lastModified: lastModified.toISOString(), revision }
  const send = async (change: Change) => {
    const { changeId } = await mutateAsync({ body: { ...change, reports: [seen] } })
    toast.success({
      text: nowOf(change),
      undo: async () => {
        await undo.mutateAsync({ params: { changeId } })
        return t(say.undone)
      },
    })
  }
  const attempt = async (change: Change): Promise<boolean> => {
    let isDone = false
    await once(async () => {
      isDone = await tryWithToast(() => send(change))
    })
    return isDone
  }
  return { send, change: attempt }
}

function nowOf({ state, assignee }: Change): string {
  if (assignee) return t(say.assigned, { account: assignee })
  return state ? t(say.changed, { state: t(stateNames[state]) }) : t(say.released)
}
