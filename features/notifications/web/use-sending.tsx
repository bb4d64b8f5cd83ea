import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { useWritingTo } from '#features/observers/web/list/use-writing-to.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { padMoment } from '#kit/web/moments.ts'
import { explain } from '#kit/web/problems.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { useMoment } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { notifications } from '../contract.ts'
import { say } from '../copy.ts'
import { type MessageText, takeBackSeconds } from '../domain.ts'
import { Difference, Reach, type Reaching, WhatAndToWhom } from './confirmation.tsx'
import { type Marked, mark } from './sending-key.ts'
import { type Reached, type Recipients, useSendSearch } from './use-recipients.ts'
import { momentOf, type TypedTime } from './waiting/send-time.tsx'

/** The fixed parts of every message: the push-messaging channel, the sender's label, and how long it waits. */
const fixed = {
  channel: 'Firebase',
  from: 'Veghe',
  takeBackForSeconds: takeBackSeconds,
} as const

/** The message and its send time. */
export type Draft = MessageText & { readonly sendAt: TypedTime }

type RecipientIds = Recipients['ids']

/**
 * Confirms, sends, and shows the result. `send` returns whether it was sent; concurrent calls send once. The
 * caller renders `dialog`; `sent` is the key of the last one.
 * @param reachNow the current recipients: the list can change while the user writes and reads
 */
export function useSending(reachNow: () => Promise<Reached>) {
  const { ask, dialog } = useConfirm()
  const { seeHistory, leaveOut, again } = useNextSteps()
  const touch = useTouch()
  const [isPending, setPending] = useState(false)
  const [sent, setSent] = useState<string>()
  const isBusy = useRef(false)
  const marked = useRef<Marked>(undefined)
  const sayTime = useSayingTime()

  /** The reach that was confirmed. */
  const confirm = async (
    words: Draft,
    to: Reached,
    shown: Reached,
  ): Promise<Reaching | undefined> => {
    const { ids } = to
    const reach = await call(notifications.reach, { body: ids ? { recipients: [...ids] } : {} })
    const { recipients: count } = reach
    const at = sayTime(words.sendAt)
    const isSure = await ask({
      title: t(at === undefined ? say.confirmation : say.confirmSchedule, { count }),
      message: (
        <>
          <Difference now={to} before={shown} />
          <WhatAndToWhom words={words} to={to} sample={reach.sample} />
          <Reach {...reach} at={at} />
        </>
      ),
      confirm: t(at === undefined ? say.send : say.schedule, { count }),
    })
    return isSure ? reach : undefined
  }

  /** The confirmed recipients; undefined: the message goes to those there at send time. */
  const settle = async (words: Draft, shown: Reached): Promise<Settled | undefined> => {
    const now = await reachNow()
    if (now.ids?.length === 0) {
      toast.error({ text: t(say.nobodyThere) })
      return undefined
    }
    const reach = await confirm(words, now, shown)
    if (!reach) return undefined
    const sent = await reachNow()
    return isSame(now, sent) ? { ids: now.ids, reach } : settle(words, now)
  }

  const attempt = async (words: Draft, shown: Reached): Promise<boolean> => {
    const sending = await settle(words, shown)
    if (!sending) return false
    const { ids, reach } = sending
    marked.current = mark({ ...words, ids }, marked.current)
    const { key } = marked.current
    await post({ ...words, ...(again && { again }) }, key, ids)
    marked.current = undefined
    void touch(notifications.list)
    setSent(key)
    toastRecipients(reach, sayTime(words.sendAt), seeHistory)
    return true
  }

  const isRepeated = (words: Draft, ids: RecipientIds): boolean =>
    marked.current !== undefined && mark({ ...words, ids }, marked.current) === marked.current

  const send = async (words: Draft, shown: Reached): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setPending(true)
    try {
      return await attempt(words, shown)
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      const action = leaveOut(failure, shown.ids)
      toast.error({ text: whyNotSent(failure), ...(action && { actions: [action] }) })
      return false
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }
  return { send, sent, isPending, isRepeated, dialog }
}

type Settled = Pick<Reached, 'ids'> & { readonly reach: Reaching }

/** Delivery has not happened yet, but it is already known whether any recipient has a phone. */
function toastRecipients(
  { recipients, withoutDevice, hasProvider }: Reaching,
  at: string | undefined,
  action: Action,
) {
  const count = hasProvider ? recipients - withoutDevice : 0
  // Observers without a phone may register one before the send time.
  if (at !== undefined && hasProvider)
    toast.success({
      title: t(say.scheduled, { count: recipients }),
      text: t(say.leavesAt, { time: at }),
      actions: [action],
    })
  else if (count > 0)
    toast.success({
      title: t(say.waiting, { count }),
      text: t(say.canTakeBack, { seconds: takeBackSeconds }),
      actions: [action],
    })
  else {
    const text = t(hasProvider ? say.nobodyHasPhone : say.withoutProvider)
    toast.error({ title: t(say.reachesNobody), text, actions: [action] })
  }
}

type Action = { readonly label: string; readonly onPress: () => void }

type Again = { readonly again?: Id<'notifications'> }

function post(
  { sendAt, ...words }: Draft & Again,
  key: string,
  ids: RecipientIds,
): Promise<number> {
  const time = sendAt === undefined ? {} : { sendAt: padMoment(sendAt) }
  const body = { ...words, ...fixed, ...time, key }
  return ids
    ? call(notifications.send, { body: { ...body, recipients: [...ids] } })
    : call(notifications.sendAll, { body })
}

const whyNotSent = (problem: Problem): string => {
  if (problem.code === 'server.unavailable') return t(say.sentErrorOffline)
  return isTimeRefused(problem) ? t(say.timeRefused) : `${t(say.sentError)} ${explain(problem)}`
}

const isTimeRefused = ({ details }: Problem): boolean =>
  details !== undefined && 'errors' in details && 'sendAt' in details.errors

/** Formats the typed time as the server will read it: on the day clocks change, the two may differ. */
function useSayingTime(): (sendAt: TypedTime) => string | undefined {
  const zone = useElectionDay()?.timezone
  const moment = useMoment()
  return (sendAt) => {
    const at = sendAt === undefined ? undefined : momentOf(sendAt, zone)
    return at && moment(at)
  }
}

/** The actions in a toast. */
function useNextSteps() {
  const navigate = useNavigate()
  const { search } = useSendSearch()
  const writeTo = useWritingTo()
  const seeHistory = {
    label: t(say.seeHistory),
    onPress: () => void navigate({ to: '/notifications/history' }),
  }
  const leaveOut = ({ details }: Problem, ids: RecipientIds) => {
    if (!ids || !details || !('observerIds' in details)) return undefined
    const gone = new Set<number>(details.observerIds)
    const left = ids.filter((id: Id<'observers'>) => !gone.has(id))
    if (left.length === 0) return undefined
    return {
      label: t(say.leaveOut),
      onPress: () => void tryWithToast(() => writeTo(left, search.again)),
    }
  }
  return { seeHistory, leaveOut, again: search.again }
}

const isSame = ({ ids: one }: Reached, { ids: other }: Reached) =>
  JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted())
