import { Locked } from '#features/session/web/locked.tsx'
import { t } from '#kit/web/language.ts'
import { Moment } from '#kit/web/time.tsx'
import type { Observer } from '../../contract.ts'
import { say } from '../../copy.ts'
import { Phone } from '../phone.tsx'
import { CannotSignIn } from './cannot-sign-in.tsx'
import { Actions, type ColumnOptions, Name } from './observer-columns.tsx'

/** An observer as a card, on narrow screens or by choice. */
export function ObserverCard({ observer, ...shown }: ColumnOptions & { observer: Observer }) {
  const { phone, ngo, lastSeen, lockedUntil } = observer
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1">
        <Name observer={observer} isTrash={shown.isTrash} />
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          <Locked until={lockedUntil} />
          <CannotSignIn observer={observer} />
          <Phone phone={phone} />
          <span title={t(say.lastSeenWhy)}>
            {t(say.lastSeen)}: {lastSeen ? <Moment at={lastSeen} /> : t(say.nothingSent)}
          </span>
          {shown.seesEveryNgo && <span className="truncate">{ngo}</span>}
        </p>
      </div>
      <Actions observer={observer} {...shown} />
    </div>
  )
}
