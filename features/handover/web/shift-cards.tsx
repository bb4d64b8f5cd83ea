import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { Due as DueMark, SeverityMark, StateMark } from '#features/incidents/web/incident-marks.tsx'
import type { Copy } from '#kit/contract/copy.ts'
import { wallClock } from '#kit/contract/value/instant.ts'
import { locale, t } from '#kit/web/language.ts'
import { Moment, useMoment } from '#kit/web/time.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { hoursAhead, hoursBack, type Shift } from '../contract.ts'
import { say } from './copy.ts'

type Props = { readonly shift: Shift }

const link = 'text-ours underline-offset-2 hover:underline'

/** How much changed since the reader's last shift. */
export function Changed({ shift: { since, hasHandedOver, changed } }: Props) {
  const time = useMoment()(since)
  const timezone = useElectionDay()?.timezone
  // On the clock of the election, so that the filter says the same.
  const from = timezone && wallClock(since, timezone).toISOString().slice(0, 23).replace('T', ' ')
  const counts: readonly (readonly [number, Copy, Pick<LinkProps, 'to' | 'search'>?])[] = [
    [changed.reports, say.reports, { to: '/answers', search: { from } }],
    [changed.flagged, say.flagged, { to: '/answers', search: { urgente: true, from } }],
    [changed.verified, say.verified],
    [changed.incidents, say.addedIncidents],
    [changed.calls, say.calls],
  ]
  return (
    <Card
      title={t(say.changed)}
      about={hasHandedOver ? t(say.sinceLast, { time }) : t(say.sinceHours, { count: hoursBack })}
    >
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-4">
        {counts.map(([count, label, target]) => (
          <div key={t(label)} className="flex flex-col-reverse justify-end">
            <dt className="text-small text-muted">{t(label)}</dt>
            <dd className="text-title font-strong tabular-nums">
              {target && count > 0 ? (
                <Link {...target} className={link} aria-label={`${t(label)}: ${count}`}>
                  {count.toLocaleString(locale)}
                </Link>
              ) : (
                count.toLocaleString(locale)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** The open incidents, the most urgent first, with their owners and due times. */
export const OpenIncidents = ({ shift: { incidents, openIncidents } }: Props) => (
  <Card
    title={`${t(say.open)}: ${openIncidents.toLocaleString(locale)}`}
    actions={
      <Link to="/incidents" className={link}>
        {t(say.all)}
      </Link>
    }
  >
    {incidents.length === 0 ? (
      <Nothing>{t(say.noneOpen)}</Nothing>
    ) : (
      <ul className="grid gap-3">
        {incidents.map((one) => (
          <li key={one.id} className="grid gap-1">
            <p className="flex items-start justify-between gap-4">
              <Link
                to="/incidents/$id"
                params={{ id: String(one.id) }}
                className={`min-w-0 wrap-anywhere ${link}`}
              >
                {one.number}. {one.title}
              </Link>
              <span className="shrink-0">
                <SeverityMark of={one.severity} />
              </span>
            </p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
              <StateMark of={one.state} />
              <span>{one.place}</span>
              <span>{one.owner ?? t(say.unassigned)}</span>
              <DueMark of={one} />
            </p>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

/** Deadlines and promised calls of the next hours. */
export function Due({ shift: { due, callBacks } }: Props) {
  const isQuiet = due.length === 0 && callBacks.length === 0
  return (
    <Card title={t(say.due, { count: hoursAhead })}>
      {isQuiet ? (
        <Nothing>{t(say.noneDue)}</Nothing>
      ) : (
        <ul className="grid gap-2">
          {callBacks.map(({ observerId, observerName, at, promisedBy }) => (
            <Coming
              key={`call ${observerId}`}
              at={at}
              about={t(say.promised, { name: promisedBy })}
            >
              <Link
                to="/observatori/profil/$state/id/$observerId"
                params={{ state: 'view', observerId: String(observerId) }}
                className={link}
              >
                {t(say.callBack, { name: observerName })}
              </Link>
            </Coming>
          ))}
          {due.map(({ milestoneId, milestone, dueAt, expected, done }) => (
            <Coming
              key={`${milestoneId} ${dueAt.getTime()}`}
              at={dueAt}
              about={t(say.progress, {
                done: done.toLocaleString(locale),
                expected: expected.toLocaleString(locale),
              })}
            >
              <Link to="/deployment" search={{ milestoneId: String(milestoneId) }} className={link}>
                {milestone}
              </Link>
            </Coming>
          ))}
        </ul>
      )}
    </Card>
  )
}

const Coming = ({ at, about, children }: { at: Date; about: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-baseline gap-x-3">
    <span className="min-w-12 tabular-nums">
      <Moment at={at} />
    </span>
    <span className="min-w-0 wrap-anywhere">{children}</span>
    <span className="text-small text-muted">{about}</span>
  </li>
)

/** Reports that were taken up and not finished, by who has them. */
export const Working = ({ shift: { working } }: Props) => (
  <Card title={t(say.working)}>
    {working.length === 0 ? (
      <Nothing>{t(say.noneWorking)}</Nothing>
    ) : (
      <table className="w-full text-start">
        <thead>
          <tr className="text-small text-muted">
            <th scope="col" className="text-start font-normal">
              {t(say.person)}
            </th>
            <Heading state="in-work">{t(say.inWork)}</Heading>
            <Heading state="follow-up">{t(say.followUp)}</Heading>
          </tr>
        </thead>
        <tbody>
          {working.map(({ assignee, inWork, followUp }) => (
            <tr key={assignee} className="border-t border-line">
              <th scope="row" className="py-2 text-start font-normal wrap-anywhere">
                {assignee ?? t(say.unassigned)}
              </th>
              <td className="py-2 text-end tabular-nums">{inWork.toLocaleString(locale)}</td>
              <td className="py-2 text-end tabular-nums">{followUp.toLocaleString(locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Card>
)

const Heading = ({ state, children }: { state: 'in-work' | 'follow-up'; children: ReactNode }) => (
  <th scope="col" className="text-end font-normal">
    <Link to="/answers" search={{ reviewState: state }} className={link}>
      {children}
    </Link>
  </th>
)

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="text-small text-muted">{children}</p>
)
