import { Link, useSearch } from '@tanstack/react-router'
import { May } from '#features/session/web/may.tsx'
import { locale, t } from '#kit/web/language.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { Moment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { type Notification, notifications } from '../contract.ts'
import { say } from '../copy.ts'
import { DeliveryBar } from './delivery-bar.tsx'
import { openedEveryMs } from './opened.ts'

const pageSize = 100

/** Every message sent, newest first, with its progress. */
export function HistoryPage() {
  const { page = 1 } = useSearch({ from: '/signed-in/notifications/history' })
  const query = { page, pageSize, recipients: false }
  const list = useListPage(notifications.list, { query }, openedEveryMs)
  const total = list.data?.totalItems

  return (
    <Page
      isFilled
      title={t(say.history)}
      count={total !== undefined && t(say.total, { count: total })}
    >
      <ListTable
        list={list}
        layout="page"
        label={t(say.history)}
        columns={columns}
        keyOf={({ id }) => String(id)}
        nameOf={({ title }) => title}
        headedBy="title"
        card={(message) => <Card message={message} />}
        empty={<NothingSent />}
      />
    </Page>
  )
}

const columns: readonly Column<Notification>[] = [
  {
    id: 'sentBy',
    title: t(say.sentBy),
    width: '6.5rem',
    cell: ({ senderAccount }) => senderAccount || t(say.unspecified),
  },
  {
    id: 'ngo',
    title: t(say.ngo),
    width: '9rem',
    isMinor: true,
    cell: ({ senderNgoName }) => senderNgoName || t(say.unspecified),
  },
  { id: 'title', title: t(say.title), cell: (message) => <Title of={message} /> },
  { id: 'message', title: t(say.message), cell: ({ body }) => body || t(say.unspecified) },
  { id: 'sentTo', title: t(say.sentTo), width: '17rem', cell: (one) => <SentTo of={one} /> },
  {
    id: 'sentAt',
    title: t(say.sentAt),
    width: '11rem',
    align: 'end',
    cell: ({ sendAt, insertedAt }) => (
      <span className="relative">
        <Moment at={sendAt ?? insertedAt} />
      </span>
    ),
  },
]

/** The link covers its whole row, so that the row can be clicked anywhere. */
function Title({ of: { id, title } }: { of: Notification }) {
  return (
    <Link
      to="/notifications/history/$id"
      params={{ id: String(id) }}
      className="font-strong text-ink after:absolute after:inset-0 hover:text-ours hover:underline"
    >
      {title || t(say.unspecified)}
    </Link>
  )
}

function SentTo({ of: message }: { of: Notification }) {
  if (message.heldUntil)
    return message.sendAt ? (
      <Badge icon="clock">{t(say.isScheduled)}</Badge>
    ) : (
      <Badge tone="attention" icon="clock">
        {t(say.isWaiting)}
      </Badge>
    )
  if (message.takenBackAt) return <Badge icon="restore">{t(say.isTakenBack)}</Badge>
  const sent = message.sent + message.opened
  const count = { sent: sent.toLocaleString(locale) }
  return (
    <span className="relative flex items-center gap-2">
      <span className="min-w-24 shrink-0 text-end whitespace-nowrap">
        {t(say.ofThem, { ...count, recipients: message.recipients.toLocaleString(locale) })}
      </span>
      <DeliveryBar of={message} className="w-8" />
      {message.failed > 0 && (
        <span className="truncate text-small text-alarm">
          {t(say.notSent, { count: message.failed })}
        </span>
      )}
    </span>
  )
}

function Card({ message }: { message: Notification }) {
  return (
    <div className="relative grid grid-cols-1 gap-1 py-1">
      <p className="flex justify-between gap-4">
        <span className="min-w-0 truncate font-strong">
          <Title of={message} />
        </span>
        <span className="shrink-0 text-small text-muted">
          <Moment at={message.sendAt ?? message.insertedAt} />
        </span>
      </p>
      <p className="line-clamp-2 wrap-anywhere">{message.body}</p>
      <p className="flex items-center justify-between gap-4 text-small text-muted">
        <span className="min-w-0 truncate">
          {message.senderAccount} · {message.senderNgoName}
        </span>
        <SentTo of={message} />
      </p>
    </div>
  )
}

function NothingSent() {
  return (
    <EmptyState icon="bell" title={t(say.nothingSent)}>
      <p>{t(say.nothingSentWhy)}</p>
      <May to="message">
        <Link to="/notifications" className={buttonClass('plain')}>
          {t(say.sendOne)}
        </Link>
      </May>
    </EmptyState>
  )
}
