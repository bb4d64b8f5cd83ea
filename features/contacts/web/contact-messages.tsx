import { Link } from '@tanstack/react-router'
import { faults } from '#features/notifications/copy.ts'
import { StateBadge } from '#features/notifications/web/delivery-state.tsx'
import { Leaving } from '#features/notifications/web/waiting/leaving.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../copy.ts'
import { NewestOf } from './newest-of.tsx'
import { useContact } from './use-contact.ts'

/** The messages to the observer, and the state of each. */
export const ContactMessages = ({ id }: { id: Id<'observers'> }) => (
  <Card title={t(say.messages)}>
    <Loaded query={useContact(id)}>
      {({ messages, messageCount }) =>
        messages.length === 0 ? (
          <p className="text-muted">{t(say.noMessages)}</p>
        ) : (
          <>
            <ul className="-my-2 divide-y divide-line">
              {messages.map(
                ({ notificationId, title, state, why, at, senderAccount, ...times }) => (
                  <li key={notificationId} className="grid gap-1 py-2">
                    <div className="flex items-start justify-between gap-3">
                      <Link
                        to="/notifications/history/$id"
                        params={{ id: String(notificationId) }}
                        className="min-w-0 rounded-md text-ink wrap-anywhere hover:text-ours hover:underline"
                      >
                        {title}
                      </Link>
                      <StateBadge state={state} />
                    </div>
                    {why && <p className="text-small">{t(faults[why])}</p>}
                    <p className="text-small text-muted">
                      {senderAccount},{' '}
                      {state === 'queued' ? <Leaving of={times} /> : <Ago at={at} />}
                    </p>
                  </li>
                ),
              )}
            </ul>
            <NewestOf shown={messages.length} total={messageCount} />
          </>
        )
      }
    </Loaded>
  </Card>
)
