import type { ReactNode } from 'react'
import type { Expected } from '#features/milestones/contract.ts'
import { nameIn } from '#features/milestones/web/deployment/planned-list.tsx'
import { useMilestones } from '#features/milestones/web/deployment/use-deployment.ts'
import type { Observer } from '#features/observers/contract.ts'
import { Phone } from '#features/observers/web/phone.tsx'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { say } from '../copy.ts'
import { Due } from './due.tsx'
import { useContact, useOwed } from './use-contact.ts'

/** The facts to know before dialling. */
export function Glance({ observer }: { observer: Observer }) {
  const { id, phone, deviceRegisterDate, isTest } = observer
  return (
    <section
      aria-label={t(say.glance)}
      className="rounded-md border border-line bg-surface px-4 py-3"
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 lg:flex lg:flex-wrap lg:gap-x-10">
        <Fact name={t(say.next)} isWide>
          <Next id={id} />
        </Fact>
        <Fact name={t(say.lastSign)}>
          <LastSign id={id} />
        </Fact>
        <Fact name={t(say.phone)}>{phone === '' ? '–' : <Phone phone={phone} />}</Fact>
        <Fact name={t(say.device)}>
          {deviceRegisterDate ? <Ago at={deviceRegisterDate} /> : t(say.noDevice)}
        </Fact>
        {isTest && (
          <div className="self-center">
            <Badge tone="attention">{t(say.test)}</Badge>
          </div>
        )}
      </dl>
    </section>
  )
}

/** @param isWide on a phone, a date in words takes more than half of it */
const Fact = ({
  name,
  isWide = false,
  children,
}: {
  name: string
  isWide?: boolean
  children: ReactNode
}) => (
  <div className={isWide ? 'min-w-0 max-lg:col-span-2' : 'min-w-0'}>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="font-strong wrap-anywhere">{children}</dd>
  </div>
)

/** The milestone to show: the one that has been late the longest, else the next one due. */
function nextOf(
  rows: readonly Expected[],
): { readonly milestoneId: number; readonly dueAt: Date } | undefined {
  return rows
    .flatMap((row) => row.milestones)
    .filter(({ state }) => state !== 'done' && state !== 'excused')
    .reduce<Expected['milestones'][number] | undefined>(
      (first, one) => (first && first.dueAt <= one.dueAt ? first : one),
      undefined,
    )
}

function Next({ id }: { id: Observer['id'] }) {
  const owed = useOwed(id).data
  const milestones = useMilestones().data ?? []
  const next = owed && nextOf(owed.data)
  if (!owed) return '…'
  if (!next) return <span className="font-normal text-muted">{t(say.nothingDue)}</span>
  return (
    <>
      {nameIn(milestones, next.milestoneId)} <Due at={next.dueAt} />
    </>
  )
}

/** The last sign of life; the other kinds are in its title. */
function LastSign({ id }: { id: Observer['id'] }) {
  const contact = useContact(id).data
  if (!contact) return '…'
  const [last, ...others] = contact.signs
  if (!last) return <span className="font-normal text-muted">{t(say.noSign)}</span>
  return (
    <>
      <Ago at={last.at} /> <span className="font-normal">({t(say[last.kind])})</span>
      {others.length > 0 && (
        <span className="block text-small font-normal text-muted">
          {others.map(({ kind, at }, place) => (
            <span key={kind} className="whitespace-nowrap">
              {place > 0 && ' · '}
              {t(say[kind])} <Ago at={at} />
            </span>
          ))}
        </span>
      )}
    </>
  )
}
