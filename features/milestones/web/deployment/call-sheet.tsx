import { useState } from 'react'
import { Shift } from '#features/assignments/web/shift.tsx'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import { Phone } from '#features/observers/web/phone.tsx'
import { groupBy } from '#kit/contract/group.ts'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Dialog } from '#kit/web/ui/overlay/dialog.tsx'
import type { Expected } from '../../contract.ts'
import { say } from '../../copy.ts'
import { nameIn } from './planned-list.tsx'
import { useMilestones } from './use-deployment.ts'

/** A call list: each observer once, with stations and late milestones, and a checkbox for those called. */
export function CallSheet({ rows, onClose }: { rows: readonly Expected[]; onClose: () => void }) {
  const people = [...groupBy(rows, ({ observerId }) => observerId).values()]
  const [called, setCalled] = useState<ReadonlySet<number>>(new Set())
  return (
    <Dialog
      title={t(say.callSeveral, { count: people.length })}
      isOpen
      onClose={onClose}
      width="medium"
    >
      <p role="status" className="text-muted">
        {t(say.calledOf, { called: called.size, count: people.length })}
      </p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {people.map((own) => (
          <Person
            key={own[0]?.observerId}
            rows={own}
            isCalled={called.has(own[0]?.observerId ?? 0)}
            onCall={(id, isCalled) => {
              const next = new Set(called)
              if (isCalled) next.add(id)
              else next.delete(id)
              setCalled(next)
            }}
          />
        ))}
      </ul>
    </Dialog>
  )
}

function Person({
  rows,
  isCalled,
  onCall,
}: {
  rows: readonly Expected[]
  isCalled: boolean
  onCall: (id: number, isCalled: boolean) => void
}) {
  const milestones = useMilestones().data ?? []
  const [first] = rows
  if (!first) return null
  const { observerId, observerName: name, observerPhone, ngo, lastSeen } = first
  return (
    <li
      className={`flex items-center justify-between gap-3 px-3 py-2 ${isCalled ? 'bg-sunken' : ''}`}
    >
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <ObserverLink id={observerId} name={name} />
          <span className="text-small text-muted">{ngo}</span>
          <span className="text-small text-muted">
            {t(say.lastSeen)}: {lastSeen ? <Ago at={lastSeen} /> : t(say.nothingSent)}
          </span>
        </p>
        {rows.map((row) => {
          const late = row.milestones.filter(({ state }) => state === 'late')
          return (
            <p key={row.assignmentId} className="flex flex-wrap gap-x-2 text-small">
              <span>
                {row.municipality || row.county} {row.pollingStationNumber}
              </span>
              <span className="text-muted">
                <Shift {...row} />
              </span>
              {late.length > 0 && (
                <span className="rounded-md bg-attention px-1 text-on-attention">
                  {t(say.late)}: {late.map((one) => nameIn(milestones, one.milestoneId)).join(', ')}
                </span>
              )}
            </p>
          )
        })}
        <Checkbox
          isSelected={isCalled}
          onChange={(next) => onCall(observerId, next)}
          className="text-small"
        >
          {t(say.calledName, { name })}
        </Checkbox>
      </div>
      <Phone phone={observerPhone} className={`shrink-0 ${buttonClass('plain', 'small')}`}>
        <Icon name="phone" />
        <span className="sr-only">{t(say.callOf, { name })}</span>
        <span aria-hidden="true">{observerPhone}</span>
      </Phone>
    </li>
  )
}
