import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { faults } from '#features/notifications/copy.ts'
import { StateBadge } from '#features/notifications/web/delivery-state.tsx'
import { openedEveryMs } from '#features/notifications/web/opened.ts'
import { Leaving } from '#features/notifications/web/waiting/leaving.tsx'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Pagination } from '#kit/web/ui/table/pagination.tsx'
import { type StationMessage, stations } from '../contract.ts'
import { say } from '../copy.ts'

const pageSize = 5

/** The messages to expected and past observers of the station, with their delivery. */
export function StationMessages({ id: pollingStationId }: { id: Id<'pollingStations'> }) {
  const [page, setPage] = useState(1)
  const query = { page, pageSize }
  const sent = useListPage(
    stations.messages,
    { params: { pollingStationId }, query },
    openedEveryMs,
  )
  // A moved recipient shortens the list.
  if (sent.data && page > sent.data.totalPages) setPage(sent.data.totalPages)
  return (
    <Card title={t(say.messages)}>
      <Loaded query={sent}>
        {(messages) =>
          messages.totalItems === 0 ? (
            <p className="text-muted">{t(say.noMessages)}</p>
          ) : (
            <>
              <ul className="-my-2 divide-y divide-line">
                {messages.data.map((message) => (
                  <Message key={message.notificationId} of={message} />
                ))}
              </ul>
              {messages.totalPages > 1 && (
                <Pagination {...messages} onChange={(change) => setPage(change.page)} />
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

function Message({ of }: { of: StationMessage }) {
  const { notificationId, title, senderAccount, recipients, recipientsHere } = of
  const params = { id: String(notificationId) }
  return (
    <li className="grid gap-1 py-2">
      <p className="flex flex-wrap gap-x-3">
        <Link
          to="/notifications/history/$id"
          params={params}
          className="min-w-0 rounded-md text-ink wrap-anywhere hover:text-ours hover:underline"
        >
          {title}
        </Link>
        <span className="text-small text-muted">
          {senderAccount}, <Leaving of={of} />
        </span>
      </p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-small">
        {recipients.map(({ observerId, observerName, state, why }) => (
          <li key={observerId} className="flex flex-wrap items-center gap-x-2">
            <ObserverLink id={observerId} name={observerName} />
            <StateBadge state={state} />
            {why && <span className="text-muted">{t(faults[why])}</span>}
          </li>
        ))}
        {recipientsHere > recipients.length && (
          <li>
            <Link
              to="/notifications/history/$id"
              params={params}
              className="rounded-md text-ours underline max-sm:py-1"
            >
              {t(say.moreRecipients, { count: recipientsHere - recipients.length })}
            </Link>
          </li>
        )}
      </ul>
    </li>
  )
}
