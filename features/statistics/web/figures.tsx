import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { answers } from '#features/answers/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { locale, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { useClock } from '#kit/web/time.tsx'
import { percent } from '#kit/web/ui/chart/percent.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Skeleton } from '#kit/web/ui/table/skeleton.tsx'
import { say } from '../copy.ts'
import { useTrend } from './use-trend.ts'
import { useVerified } from './use-verified.ts'

const onlyCount = { page: 1, pageSize: 1 }
/** The current quarter and the three before it: up to an hour. The label gives the start. */
const quartersOfHour = 4

/** The main numbers; each links to what it counts. */
export function Figures() {
  const verified = useVerified()
  const counted = { ...onlyCount, ...verified }
  const reports = useQuery(read(answers.list, { query: counted })).data?.totalItems
  const flagged = useQuery(read(answers.list, { query: { ...counted, urgent: true } })).data
  const observing = useQuery(read(observers.count, {})).data
  const quarters = useTrend().data?.quarters.slice(-quartersOfHour)
  const lately = quarters?.reduce((sum, { reports }) => sum + reports, 0)
  const since = quarters?.[0]?.at
  const clock = useClock()

  return (
    <section aria-label={t(say.figures)}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-4">
        <Figure number={reports} link={{ to: '/answers', search: verified }}>
          {t(say.reports, { count: reports ?? 0 })}
        </Figure>
        <Figure
          number={flagged?.totalItems}
          of={reports}
          link={{ to: '/answers', search: { ...verified, urgente: true } }}
          isAlarm
        >
          {t(say.flaggedReports, { count: reports ?? 0 })}
        </Figure>
        <Figure number={lately}>
          {since ? t(say.since, { count: lately ?? 0, time: clock(since) }) : t(say.lately)}
        </Figure>
        <Figure number={observing} link={{ to: '/observatori' }}>
          {t(say.observers, { count: observing ?? 0 })}
        </Figure>
      </dl>
    </section>
  )
}

type Props = {
  readonly link?: Pick<LinkProps, 'to' | 'search'>
  readonly number: number | undefined
  /** The total that the number is a part of. */
  readonly of?: number | undefined
  readonly isAlarm?: boolean
  readonly children: ReactNode
}

/** The label is below its number, and before it for screen readers. */
function Figure({ number, of, link, isAlarm = false, children }: Props) {
  const tone = isAlarm && number ? 'text-alarm' : ''
  return (
    <div className="relative flex flex-col-reverse justify-end bg-surface px-4 py-3 has-[a:hover]:bg-sunken">
      <dt className="text-small text-muted">
        {link ? (
          <Link
            {...link}
            className="outline-offset-[-2px] after:absolute after:inset-0 hover:underline"
          >
            {children}
          </Link>
        ) : (
          children
        )}
      </dt>
      <dd className={`flex items-center gap-2 text-title font-strong ${tone}`}>
        {isAlarm && number ? <Icon name="flag" /> : null}
        {number === undefined ? <Skeleton className="w-16" /> : number.toLocaleString(locale)}
        {number !== undefined && of ? (
          <span className="font-normal text-base text-muted">· {percent(number / of)}</span>
        ) : null}
      </dd>
    </div>
  )
}
