import { Link, useSearch } from '@tanstack/react-router'
import { useWritingTo } from '#features/observers/web/list/use-writing-to.ts'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import { Phone } from '#features/observers/web/phone.tsx'
import { useMay } from '#features/session/web/may.tsx'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { locale, t } from '#kit/web/language.ts'
import { readAllPages } from '#kit/web/read/all-pages.ts'
import { call } from '#kit/web/read/api.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { Moment } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { type Delivery, type DeliveryState, type Notification, notifications } from '../contract.ts'
import { faults, say, states } from '../copy.ts'
import { StateBadge } from './delivery-state.tsx'
import { openedEveryMs } from './opened.ts'

const pageSize = 100

/** The recipients of a message by name, filtered by the state in the URL. */
export function DeliveryList({ of: message }: { of: Notification }) {
  const { state, page = 1 } = useSearch({ from: '/signed-in/notifications/history/$id' })
  const query = { page, pageSize, ...(state && { state }) }
  const sent = { params: { id: message.id }, query }
  const list = useListPage(notifications.deliveries, sent, openedEveryMs)
  const mayWrite = useMay('message') && message.heldUntil === null

  return (
    <section
      aria-label={t(say.recipientList)}
      className="grid grid-cols-1 rounded-md border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line p-2">
        <StateChoice of={message} />
        {mayWrite && <WriteAgain of={message} />}
      </div>
      <ListTable
        list={list}
        label={t(say.recipientList)}
        columns={columns}
        keyOf={({ observerId }) => String(observerId)}
        nameOf={({ observerName }) => observerName}
        card={(delivery) => <Card delivery={delivery} />}
        empty={<EmptyState icon="person" title={t(say.noneInState)} />}
      />
    </section>
  )
}

/** How many recipients are in each state, as filters. */
function StateChoice({ of: message }: { of: Notification }) {
  const { state: chosen } = useSearch({ from: '/signed-in/notifications/history/$id' })
  const choice = (state: DeliveryState | undefined, name: string, count: number) => (
    <Link
      key={name}
      to="/notifications/history/$id"
      params={{ id: String(message.id) }}
      search={state ? { state } : {}}
      replace
      aria-current={chosen === state ? 'true' : undefined}
      className="flex h-8 items-center gap-2 rounded-md px-3 text-muted hover:bg-sunken hover:text-ink max-sm:h-11 [&[aria-current]]:bg-ours-soft [&[aria-current]]:font-strong [&[aria-current]]:text-ours"
    >
      {name} <span className="text-ink">{count.toLocaleString(locale)}</span>
    </Link>
  )
  return (
    <nav aria-label={t(say.whichState)} className="flex flex-wrap gap-1">
      {choice(undefined, t(say.all), message.recipients)}
      {inOrder.map((state) => choice(state, t(states[state]), message[state]))}
    </nav>
  )
}

/** Writes once more to those in the chosen state, with the words that they got. */
function WriteAgain({ of: message }: { of: Notification }) {
  const { state } = useSearch({ from: '/signed-in/notifications/history/$id' })
  const writeTo = useWritingTo()
  const { isPending, attempt } = useAttempt()
  const count = state ? message[state] : message.recipients
  if (count === 0) return null
  const write = async () => {
    const ids = await listRecipients(message, state)
    if (ids.length > 0) await writeTo(ids, message.id)
  }
  return (
    <Button size="small" isPending={isPending} onPress={() => attempt(write)}>
      <Icon name="send" />
      {t(say.writeAgain, { count })}
    </Button>
  )
}

/** Reads all by name and filters here: a state that changes meanwhile would shift rows between the server's pages. */
async function listRecipients({ id }: Notification, state: DeliveryState | undefined) {
  const all = await readAllPages((query) =>
    call(notifications.deliveries, { params: { id }, query }),
  )
  const found = new Map(all.map((one) => [one.observerId, one.state]))
  return [...found].flatMap(([observerId, is]) => (!state || is === state ? [observerId] : []))
}

const linkOf = ({ observerId, observerName }: Delivery) => (
  <ObserverLink id={observerId} name={observerName} />
)

/** From best to worst. */
const inOrder = ['opened', 'sent', 'queued', 'failed'] as const satisfies DeliveryState[]

const columns: readonly Column<Delivery>[] = [
  { id: 'observer', title: t(say.observer), width: '22%', cell: linkOf },
  {
    id: 'phone',
    title: t(say.phone),
    width: '9rem',
    cell: (one) => <Phone phone={one.observerPhone} />,
  },
  { id: 'state', title: t(say.state), width: '8rem', cell: (one) => <StateBadge {...one} /> },
  { id: 'why', title: t(say.why), cell: ({ why }) => why && t(faults[why]) },
  {
    id: 'since',
    title: t(say.since),
    width: '10rem',
    align: 'end',
    isMinor: true,
    cell: ({ at }) => <Moment at={at} />,
  },
]

function Card({ delivery }: { delivery: Delivery }) {
  const { observerPhone, why } = delivery
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="flex items-center justify-between gap-4">
        {linkOf(delivery)}
        <StateBadge {...delivery} />
      </p>
      <p className="text-small">
        <Phone phone={observerPhone} className="text-muted hover:text-ours hover:underline" />
      </p>
      {why && <p className="text-small">{t(faults[why])}</p>}
    </div>
  )
}
