import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Shift } from '#features/assignments/web/shift.tsx'
import { StationLink } from '#features/assignments/web/station-link.tsx'
import { Phone } from '#features/observers/web/phone.tsx'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import type { Expected, Milestone } from '../../contract.ts'
import { say } from '../../copy.ts'
import { ExpectedItems } from './expected-items.tsx'
import { StateMark } from './state-mark.tsx'
import type { ExpectedActs } from './use-expected-acts.tsx'

export type Shown = {
  readonly milestones: readonly Milestone[]
  readonly may: { readonly change: boolean; readonly write: boolean }
  readonly acts: ExpectedActs
}

const markOf = ({ milestones }: Expected, { id }: Milestone) =>
  milestones.find(({ milestoneId }) => milestoneId === id)

/** Two lines in the height of one row: what it is, and what belongs to it. */
const Lines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="grid leading-5">
    <span className="truncate">{first}</span>
    <span className="truncate text-small leading-4 text-muted">{second}</span>
  </span>
)

export const expectedColumns = (shown: Shown): readonly Column<Expected>[] => [
  {
    id: 'name',
    title: t(say.observer),
    width: '10rem',
    cell: (row) => (
      <Lines first={<Name row={row} />} second={<Phone phone={row.observerPhone} />} />
    ),
  },
  {
    id: 'station',
    title: t(say.station),
    width: '12rem',
    cell: (row) => <Lines first={<StationLink {...row} />} second={<Shift {...row} />} />,
  },
  {
    id: 'lastSeen',
    title: t(say.lastSeen),
    width: '7rem',
    cell: ({ lastSeen }) => <LastSeen at={lastSeen} />,
  },
  ...shown.milestones.map(
    (one): Column<Expected> => ({
      id: `milestone-${one.id}`,
      title: one.name,
      width: '7rem',
      cell: (row) => <StateMark of={markOf(row, one)} />,
    }),
  ),
  {
    id: 'actions',
    title: t(say.actions),
    isTitleHidden: true,
    width: '8rem',
    align: 'end',
    cell: (row) => <Actions row={row} {...shown} />,
  },
]

const LastSeen = ({ at }: { at: Date | null }) =>
  at ? <Ago at={at} /> : <span className="text-muted">{t(say.nothingSent)}</span>

const Name = ({ row: { observerId, observerName } }: { row: Expected }) => (
  <Link
    to="/observatori/profil/$state/id/$observerId"
    params={{ state: 'view', observerId: String(observerId) }}
    title={observerName}
    className="truncate rounded-md font-strong text-ink hover:text-ours hover:underline max-sm:py-1"
  >
    {observerName}
  </Link>
)

/** Calling is what one comes for; the rest is behind it. */
function Actions({ row, may, acts }: Shown & { row: Expected }) {
  const name = row.observerName
  const call = (
    <Phone phone={row.observerPhone} className={buttonClass('plain', 'small')}>
      <Icon name="phone" />
      <span className="sr-only">{t(say.callOf, { name })}</span>
      <span aria-hidden="true">{t(say.call)}</span>
    </Phone>
  )
  if (!may.change && !may.write) return call
  return (
    <RowActions name={name} main={call}>
      {may.write && (
        <Item id="write" icon="send" onAction={() => acts.write([row])}>
          {t(say.write)}
        </Item>
      )}
      {may.change && <ExpectedItems row={row} acts={acts} />}
    </RowActions>
  )
}

/** The same where there is no room for columns. */
export function ExpectedCard({ row, ...shown }: Shown & { row: Expected }) {
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <Name row={row} />
          <p className="flex flex-wrap gap-x-3 text-small text-muted">
            <StationLink {...row} />
            <Shift {...row} />
            <span>
              {t(say.lastSeen)}: <LastSeen at={row.lastSeen} />
            </span>
          </p>
        </div>
        <Actions row={row} {...shown} />
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
        {shown.milestones.map((one) => (
          <li key={one.id} className="flex items-center gap-1">
            <span className="text-muted">{one.name}</span>
            <StateMark of={markOf(row, one)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
