import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useWritingTo } from '#features/observers/web/list/use-writing-to.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { notifications } from '../contract.ts'
import { say } from '../copy.ts'
import { type MessageText, takeBackSeconds } from '../domain.ts'
import { Difference, Reach, type Reaching, WhatAndToWhom } from './confirmation.tsx'
import { type Marked, mark } from './sending-key.ts'
import type { Reached, Recipients } from './use-recipients.ts'

/** The fixed parts of every message: the push-messaging channel, the sender's label, and how long it waits. */
const fixed = {
  channel: 'Firebase',
  from: 'Veghe',
  takeBackForSeconds: takeBackSeconds,
} as const

type RecipientIds = Recipients['ids']

/**
 * Confirms, sends, and shows the result. `send` returns whether it was sent; concurrent calls send once. The
 * caller renders `dialog`; `sent` is the key of the last one.
 * @param reachNow whom it would go to at this moment: people come and go during writing and reading
 */
export function useSending(reachNow: () => Promise<Reached>) {
  const { ask, dialog } = useConfirm()
  const { seeHistory, leaveOut } = useNextSteps()
  const touch = useTouch()
  const [isPending, setPending] = useState(false)
  const [sent, setSent] = useState<string>()
  const isBusy = useRef(false)
  const marked = useRef<Marked>(undefined)

  /** The reach that was confirmed. */
  const confirm = async (
    words: MessageText,
    to: Reached,
    shown: Reached,
  ): Promise<Reaching | undefined> => {
    const { ids } = to
    const reach = await call(notifications.reach, { body: ids ? { recipients: [...ids] } : {} })
    const { recipients: count } = reach
    const isSure = await ask({
      title: t(say.confirmation, { count }),
      message: (
        <>
          <Difference now={to} before={shown} />
          <WhatAndToWhom words={words} to={to} />
          <Reach {...reach} />
        </>
      ),
      confirm: t(say.send, { count }),
    })
    return isSure ? reach : undefined
  }

  /** The confirmed recipients; undefined: none. The message goes to those who are there when it is sent. */
  const settle = async (words: MessageText, shown: Reached): Promise<Settled | undefined> => {
    const now = await reachNow()
    if (now.ids?.length === 0) {
      toast.error({ title: t(say.error), text: t(say.nobodyThere) })
      return undefined
    }
    const reach = await confirm(words, now, shown)
    if (!reach) return undefined
    const sent = await reachNow()
    return isSame(now, sent) ? { ids: now.ids, reach } : settle(words, now)
  }

  const attempt = async (words: MessageText, shown: Reached): Promise<boolean> => {
    const settled = await settle(words, shown)
    if (!settled) return false
    const { ids, reach } = settled
    marked.current = mark({ ...words, ids }, marked.current)
    const { key } = marked.current
    await post({ ...words, ...fixed, key }, ids)
    marked.current = undefined
    void touch(notifications.list)
    setSent(key)
    tellWhereItGoes(reach, seeHistory)
    return true
  }

  const send = async (words: MessageText, shown: Reached): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setPending(true)
    try {
      return await attempt(words, shown)
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      const action = leaveOut(failure, shown.ids)
      toast.error({ title: t(say.error), text: whyNotSent(failure), ...(action && { action }) })
      return false
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }
  return { send, sent, isPending, dialog }
}

type Settled = Pick<Reached, 'ids'> & { readonly reach: Reaching }

/** It has not arrived yet; that it will reach nobody is known already. */
function tellWhereItGoes({ recipients, withoutDevice, hasProvider }: Reaching, action: Action) {
  const count = hasProvider ? recipients - withoutDevice : 0
  if (count > 0)
    toast.success({
      title: t(say.waiting, { count }),
      text: t(say.canTakeBack, { seconds: takeBackSeconds }),
      action,
    })
  else {
    const text = t(hasProvider ? say.nobodyHasPhone : say.withoutProvider)
    toast.error({ title: t(say.reachesNobody), text, action })
  }
}

type Action = { readonly label: string; readonly onPress: () => void }

const post = (
  body: MessageText & typeof fixed & { key: string },
  ids: RecipientIds,
): Promise<number> =>
  ids
    ? call(notifications.send, { body: { ...body, recipients: [...ids] } })
    : call(notifications.sendAll, { body })

const whyNotSent = (problem: Problem): string =>
  problem.code === 'server.unavailable'
    ? t(say.sentErrorOffline)
    : `${t(say.sentError)} ${explain(problem)}`

/** The actions in a toast. */
function useNextSteps() {
  const navigate = useNavigate()
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
      onPress: () => void tryWithToast(() => writeTo(left)),
    }
  }
  return { seeHistory, leaveOut }
}

const isSame = ({ ids: one }: Reached, { ids: other }: Reached) =>
  JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted())
