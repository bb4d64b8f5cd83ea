import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { read, useTouch, useWrite } from '#kit/web/read/api.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { type Notification, notifications } from '../contract.ts'
import { say } from '../copy.ts'

const touches = [notifications.list, notifications.find, notifications.deliveries]

/** Those among the newest messages that still wait, whoever sent them and from which tab. */
export function WaitingMessages() {
  const { data } = useQuery(
    read(notifications.list, { query: { pageSize: 20, recipients: false } }),
  )
  return data?.data
    .filter(({ heldUntil }) => heldUntil)
    .map((one) => <WaitingMessage key={one.id} of={one} />)
}

/** A message that nobody has got yet: to whom it goes, how long it waits, and how to take it back. */
export function WaitingMessage({ of: { id, title, recipients, heldUntil } }: { of: Notification }) {
  const mayAct = useMay('message') === true
  const seconds = useCountdown(heldUntil)
  const { takeBack, sendNow, isPending } = useActs(id)
  return (
    <section
      aria-label={t(say.waiting, { count: recipients })}
      className="grid gap-2 rounded-md border border-attention bg-attention-soft p-4"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-strong">{t(say.waiting, { count: recipients })}</span>
        <span role="timer" className="tabular-nums">
          {seconds > 0 ? t(say.leavesIn, { count: seconds }) : t(say.leaving)}
        </span>
      </p>
      <p className="wrap-anywhere">{title}</p>
      <Recipients id={id} />
      {mayAct && (
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            aria-label={t(say.takeBackOf, { title })}
            isPending={isPending}
            onPress={takeBack}
          >
            <Icon name="restore" />
            {t(say.takeBack)}
          </Button>
          <Button aria-label={t(say.sendNowOf, { title })} isDisabled={isPending} onPress={sendNow}>
            <Icon name="send" />
            {t(say.sendNow)}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Nobody reads more names than this while seconds pass. */
const mostNamed = 8

function Recipients({ id }: { id: number }) {
  const query = { page: 1, pageSize: mostNamed }
  const { data } = useQuery(read(notifications.deliveries, { params: { id }, query }))
  if (!data) return null
  const names = data.data.map(({ observerName }) => observerName).join(', ')
  const isMore = data.totalItems > data.data.length
  return (
    <p className="text-small">{t(say.waitingNames, { names: isMore ? `${names}, …` : names })}</p>
  )
}

const secondsTo = (at: Date | null) =>
  at ? Math.max(0, Math.ceil((at.getTime() - serverNow()) / 1000)) : 0

/** The seconds left, by the server's clock; once none are, what shows the message is read again until it has left. */
function useCountdown(until: Date | null): number {
  const [seconds, setSeconds] = useState(() => secondsTo(until))
  const touch = useTouch()
  useEffect(() => {
    const timer = setInterval(() => {
      const left = secondsTo(until)
      setSeconds(left)
      if (left === 0) void touch(...touches)
    }, 1000)
    return () => clearInterval(timer)
  }, [until, touch])
  return seconds
}

function useActs(id: number) {
  const takingBack = useWrite(notifications.takeBack, { touches })
  const sending = useWrite(notifications.sendNow, { touches })
  const touch = useTouch()
  /** Somebody else was faster: what became of it is shown. */
  const orLook = async (act: () => Promise<unknown>) => {
    await tryWithToast(act)
    await touch(...touches)
  }
  return {
    takeBack: () =>
      void orLook(async () => {
        await takingBack.mutateAsync({ params: { id } })
        toast.success({ title: t(say.takenBack) })
      }),
    sendNow: () =>
      void orLook(async () => {
        await sending.mutateAsync({ params: { id } })
        toast.success({ title: t(say.sentNow) })
      }),
    isPending: takingBack.isPending || sending.isPending,
  }
}
