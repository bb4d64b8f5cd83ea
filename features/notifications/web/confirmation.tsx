import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { session } from '#features/session/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { notifications } from '../contract.ts'
import { say } from '../copy.ts'
import { fillBlanks, isFilledForEach, type MessageText, takeBackSeconds } from '../domain.ts'
import {
  byName,
  type Reached,
  rangeOf,
  useCounties,
  useNamed,
  useSendSearch,
} from './use-recipients.ts'

/** How many a message would go to, and how many of them it cannot reach. */
export type Reaching = Reply<typeof notifications.reach>

/** The message to be sent, word for word, its blanks filled in for one of its recipients; and who they are. */
export function WhatAndToWhom({
  words,
  to,
  sample,
}: {
  words: MessageText
  to: Reached
  sample: Reaching['sample']
}) {
  const message = words.message.trim()
  const filling = isFilledForEach(message) ? sample : null
  return (
    <>
      <p>{useScope(to)}</p>
      <blockquote className="max-h-48 overflow-y-auto border-s-2 border-line ps-3 wrap-anywhere whitespace-pre-line">
        <p className="font-strong">{words.title.trim()}</p>
        <p>{filling ? fillBlanks(message, filling) : message}</p>
      </blockquote>
      {filling && <p className="text-muted">{t(say.filledFor, { name: filling.name })}</p>}
    </>
  )
}

/** The recipients, in the words by which they were chosen. */
function useScope({ ids, people }: Reached): string {
  const { search } = useSendSearch()
  const { counties } = useCounties()
  const { data: me } = useQuery(read(session.me, {}))
  const { data: named } = useNamed(ids ?? [])
  if (search.toObserverIds !== undefined)
    return t(say.scopeChosen, { names: namesOf(byName(named?.data ?? [])) })
  if (ids !== undefined) {
    const county = counties.find(({ code }) => code === search.county)
    const { from = 1, to = county?.limit ?? '' } = rangeOf(search)
    const params = { from: String(from), to: String(to), names: namesOf(people) }
    return t(say.scopeStations, { county: county?.name ?? search.county ?? '', ...params })
  }
  const only = me?.counties?.map(({ name }) => name).join(', ')
  if (only !== undefined) return t(say.scopeCounties, { counties: only })
  return me?.seesEveryNgo === false ? t(say.scopeNgo, { ngo: me.ngo }) : t(say.scopeEverybody)
}

/** Who joined and who left since the names were last shown. */
export function Difference({ now, before }: { now: Reached; before: Reached }) {
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

/** A longer list of names would not be read. */
const mostNamed = 8

const namesOf = (people: Reached['people']): string =>
  people
    .slice(0, mostNamed)
    .map(({ name }) => name)
    .join(', ') + (people.length > mostNamed ? ', …' : '')

/** Recipients the message will not reach, shown before it is sent. */
export function Reach({ withoutDevice, hasProvider, at }: Reaching & { at: string | undefined }) {
  const without = at === undefined ? say.withoutPhone : say.withoutPhoneYet
  return (
    <>
      {!hasProvider && <Warning>{t(say.withoutProvider)}</Warning>}
      {hasProvider && withoutDevice > 0 && (
        <Warning>{t(without, { count: withoutDevice })}</Warning>
      )}
      {at !== undefined && <p className="font-strong">{t(say.leavesAt, { time: at })}</p>}
      <p className="text-muted">
        {at === undefined ? t(say.canTakeBack, { seconds: takeBackSeconds }) : t(say.frozen)}
      </p>
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
