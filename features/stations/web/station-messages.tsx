import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { faults } from '#features/notifications/copy.ts'
import { StateBadge } from '#features/notifications/web/delivery-state.tsx'
import { openedEveryMs } from '#features/notifications/web/opened.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { stations } from '../contract.ts'
import { say } from '../copy.ts'

/** The messages to those who are to be at the station or were, and whether each has it. */
export function StationMessages({ id: pollingStationId }: { id: Id<'pollingStations'> }) {
  const sent = useQuery({
    ...read(stations.messages, { params: { pollingStationId } }),
    refetchInterval: openedEveryMs,
  })
  return (
    <Card title={t(say.messages)}>
      <Loaded query={sent}>
        {(messages) =>
          messages.length === 0 ? (
            <p className="text-muted">{t(say.noMessages)}</p>
          ) : (
            <ul className="-my-2 divide-y divide-line">
              {messages.map(({ notificationId, title, senderAccount, insertedAt, recipients }) => (
                <li key={notificationId} className="grid gap-1 py-2">
                  <p className="flex flex-wrap gap-x-3">
                    <Link
                      to="/notifications/history/$id"
                      params={{ id: String(notificationId) }}
                      className="min-w-0 rounded-md text-ink wrap-anywhere hover:text-ours hover:underline"
                    >
                      {title}
                    </Link>
                    <span className="text-small text-muted">
                      {senderAccount}, <Ago at={insertedAt} />
                    </span>
                  </p>
                  <ul className="flex flex-wrap gap-x-6 gap-y-1 text-small">
                    {recipients.map(({ observerId, observerName, state, why }) => (
                      <li key={observerId} className="flex flex-wrap items-center gap-x-2">
                        <span>{observerName}</span>
                        <StateBadge state={state} />
                        {why && <span className="text-muted">{t(faults[why])}</span>}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
