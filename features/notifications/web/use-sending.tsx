import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { notificationAddress } from '#features/observers/web/recipients.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import { call, useTouch } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { useConfirm } from '#kit/web/ui/confirm.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { toast } from '#kit/web/ui/toasts.ts'
import { notifications } from '../contract.ts'
import { say } from '../copy.ts'
import type { Words } from '../domain.ts'
import { type Marked, mark } from './sending-key.ts'
import type { Reached, Recipients } from './use-recipients.ts'

/** What every message says of itself: the push-messaging channel and the sender's label, both fixed. */
const fixed = { channel: 'Firebase', from: 'Veghe' } as const

type Ids = Recipients['ids']

/**
 * Asks, then sends, and tells how it went. `send` answers whether it was sent; however often it is
 * called meanwhile, it happens once. The caller draws `dialog`.
 * @param reachNow whom it would go to at this moment: people come and go while somebody writes and reads
 */
export function useSending(reachNow: () => Promise<Reached>) {
  const { ask, dialog } = useConfirm()
  const { seeHistory, leaveOut } = useNextSteps()
  const touch = useTouch()
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)
  const marked = useRef<Marked>(undefined)

  const confirm = async (to: Reached, shown: Reached): Promise<boolean> => {
    const { ids } = to
    const reach = await call(notifications.reach, { body: ids ? { recipients: [...ids] } : {} })
    const { recipients: count } = reach
    return ask({
      title: t(say.confirmation, { count }),
      message: (
        <>
          <Difference now={to} before={shown} />
          <Reach {...reach} />
        </>
      ),
      confirm: t(say.send, { count }),
    })
  }

  /** Who was said yes to; undefined: to nobody. Whom it goes to is who is there when it goes. */
  const settle = async (shown: Reached): Promise<Reached | undefined> => {
    const now = await reachNow()
    if (now.ids?.length === 0) {
      toast.error({ title: t(say.error), text: t(say.nobodyThere) })
      return undefined
    }
    if (!(await confirm(now, shown))) return undefined
    const sent = await reachNow()
    return isSame(now, sent) ? now : settle(now)
  }

  const attempt = async (words: Words, shown: Reached): Promise<boolean> => {
    const settled = await settle(shown)
    if (!settled) return false
    const { ids } = settled
    marked.current = mark({ ...words, ids }, marked.current)
    const sent = await post({ ...words, ...fixed, key: marked.current.key }, ids)
    marked.current = undefined
    void touch(notifications.list)
    toast.success({
      title: t(say.sentSuccess, { count: sent }),
      text: t(say.sentWhere),
      action: seeHistory,
    })
    return true
  }

  const send = async (words: Words, shown: Reached): Promise<boolean> => {
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
  return { send, isPending, dialog }
}

const post = (body: Words & typeof fixed & { key: string }, ids: Ids): Promise<number> =>
  ids
    ? call(notifications.send, { body: { ...body, recipients: [...ids] } })
    : call(notifications.sendAll, { body })

const whyNotSent = (problem: Problem): string =>
  problem.code === 'server.unavailable'
    ? t(say.sentErrorOffline)
    : `${t(say.sentError)} ${explain(problem)}`

/** What a toast offers. */
function useNextSteps() {
  const navigate = useNavigate()
  const seeHistory = {
    label: t(say.seeHistory),
    onPress: () => void navigate({ to: '/notifications/history' }),
  }
  const leaveOut = ({ details }: Problem, ids: Ids) => {
    if (!ids || !details || !('observerIds' in details)) return undefined
    const gone = new Set<number>(details.observerIds)
    const left = ids.filter((id: Id<'observers'>) => !gone.has(id))
    if (left.length === 0) return undefined
    return {
      label: t(say.leaveOut),
      onPress: () => void navigate({ href: notificationAddress(left) }),
    }
  }
  return { seeHistory, leaveOut }
}

const isSame = ({ ids: one }: Reached, { ids: other }: Reached) =>
  JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted())

/** Who came and who went since their names were last shown. */
function Difference({ now, before }: { now: Reached; before: Reached }) {
  const came = missingIn(before, now)
  const left = missingIn(now, before)
  return (
    <>
      {came.length > 0 && (
        <Warning>{t(say.cameSince, { count: came.length, names: namesOf(came) })}</Warning>
      )}
      {left.length > 0 && (
        <Warning>{t(say.leftSince, { count: left.length, names: namesOf(left) })}</Warning>
      )}
    </>
  )
}

const missingIn = ({ people }: Reached, among: Reached) => {
  const there = new Set(people.map(({ id }) => id))
  return among.people.filter(({ id }) => !there.has(id))
}

/** Of more than these nobody reads the names. */
const mostTold = 8

const namesOf = (people: Reached['people']): string =>
  people
    .slice(0, mostTold)
    .map(({ name }) => name)
    .join(', ') + (people.length > mostTold ? ', …' : '')

/** Whom it will not reach, said before it is sent. */
function Reach({ withoutDevice, hasProvider }: { withoutDevice: number; hasProvider: boolean }) {
  return (
    <>
      {!hasProvider && <Warning>{t(say.withoutProvider)}</Warning>}
      {hasProvider && withoutDevice > 0 && (
        <Warning>{t(say.withoutPhone, { count: withoutDevice })}</Warning>
      )}
      <p className="text-muted">{t(say.cannotUndo)}</p>
    </>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-attention-soft px-3 py-2">
      <Icon name="warning" className="mt-0.5" />
      {children}
    </p>
  )
}
