import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { mostOnPage } from '#kit/contract/page.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { type Notification, notifications } from '../../contract.ts'
import { say } from '../../copy.ts'
import { mostCounted, useCountdown } from './use-countdown.ts'
import { WaitingButtons } from './waiting-buttons.tsx'

/** How many are shown of those that wait for a set time, until all are asked for. */
const mostShown = 3

/** Waiting messages of all senders and tabs; the next to go out comes first. */
export function WaitingMessages() {
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery(
    read(notifications.list, { query: { waiting: true, pageSize: mostOnPage, recipients: false } }),
  )
  if (!data || data.data.length === 0) return null
  const scheduled = data.data.filter(({ sendAt }) => sendAt)
  const hidden = new Set(isWhole ? [] : scheduled.slice(mostShown))
  return (
    <div className="grid grid-cols-1 gap-2">
      {data.data.map((one) => !hidden.has(one) && <WaitingMessage key={one.id} of={one} isShort />)}
      {hidden.size > 0 && (
        <Button size="small" className="justify-self-start" onPress={() => setWhole(true)}>
          {t(say.allScheduled, { count: hidden.size })}
        </Button>
      )}
    </div>
  )
}

type Props = { readonly of: Notification }

/**
 * A message not delivered yet: its recipients, its time, and how to take it back. With `isShort` it is one line of a
 * list until it is about to go out.
 */
export function WaitingMessage({ of: message, isShort = false }: Props & { isShort?: boolean }) {
  const { recipients: count, heldUntil } = message
  const mayAct = useMay('message') === true
  const seconds = useCountdown(heldUntil)
  const isLeaving = seconds <= mostCounted
  const isLine = isShort && !isLeaving
  const label = t(isLeaving ? say.waiting : say.scheduled, { count })
  return (
    <section
      aria-label={`${label}: ${message.title}`}
      className={`rounded-md border ${isLeaving ? 'border-attention bg-attention-soft' : 'border-line bg-surface'} ${isLine ? 'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2' : 'grid gap-2 p-4'}`}
    >
      {isLine ? (
        <Line of={message} />
      ) : (
        <>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-strong">{label}</span>
            {isLeaving ? <Countdown seconds={seconds} /> : <Goes of={message} />}
          </p>
          <p className="wrap-anywhere">{message.title}</p>
          <Recipients of={message} />
          {message.senderNow === 'gone' && (
            <p className="text-small text-muted">{senderOf(message)}</p>
          )}
        </>
      )}
      {mayAct && (
        <WaitingButtons of={message} isLeaving={isLeaving} size={isLine ? 'small' : 'normal'} />
      )}
      <SenderLimits of={message} />
    </section>
  )
}

function Line({ of: message }: Props) {
  return (
    <>
      <Goes of={message} />
      <p className="flex min-w-0 flex-1 basis-64 flex-wrap items-baseline gap-x-4">
        <Link
          to="/notifications/history/$id"
          params={{ id: String(message.id) }}
          className="min-w-0 truncate rounded-md font-strong text-ink hover:text-ours hover:underline"
        >
          {message.title}
        </Link>
        <span className="text-small text-muted">
          {[t(say.recipients, { count: message.recipients }), senderOf(message)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
    </>
  )
}

/** Who wrote it, and whether they have gone since. */
const senderOf = ({ senderAccount: name, senderNow }: Notification) =>
  senderNow === 'gone' ? t(say.senderGone, { name }) : name

/** Warns that not all recipients get it, because its author has fewer rights now. */
function SenderLimits({ of: { senderAccount: name, senderNow } }: Props) {
  if (senderNow !== 'limited' && senderNow !== 'without-right') return null
  return (
    <p className="flex basis-full items-start gap-2 text-small">
      <Icon name="warning" />
      {t(senderNow === 'limited' ? say.senderLimited : say.senderWithoutRight, { name })}
    </p>
  )
}

const Countdown = ({ seconds }: { seconds: number }) => (
  <span role="timer" className="tabular-nums">
    {seconds > 0 ? t(say.leavesIn, { count: seconds }) : t(say.leaving)}
  </span>
)

function Goes({ of: { heldUntil } }: Props) {
  const moment = useMoment()
  return (
    <span className="flex items-center gap-2 tabular-nums">
      <Icon name="clock" />
      {heldUntil && t(say.goesAt, { time: moment(heldUntil) })}
    </span>
  )
}

/** More names would not be read in the few seconds left. */
const mostNamed = 8

function Recipients({ of: { id } }: Props) {
  const query = { page: 1, pageSize: mostNamed }
  const { data } = useQuery(read(notifications.deliveries, { params: { id }, query }))
  if (!data) return null
  const names = data.data.map(({ observerName }) => observerName).join(', ')
  const isMore = data.totalItems > data.data.length
  return (
    <p className="text-small">{t(say.waitingNames, { names: isMore ? `${names}, …` : names })}</p>
  )
}
