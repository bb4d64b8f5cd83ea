import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Moment } from '#kit/web/time.tsx'
import { ErrorState } from '#kit/web/ui/feedback/states.tsx'
import { ReadOnlyCheckbox } from '#kit/web/ui/field/checkbox.tsx'
import { Skeleton } from '#kit/web/ui/table/skeleton.tsx'
import { type StationInfo as Info, visits } from '../contract.ts'
import { say } from '../copy.ts'
import { ByTelephone } from './by-telephone.tsx'

const counts = [
  'numberOfVotersOnTheList',
  'numberOfCommissionMembers',
  'numberOfFemaleMembers',
  'minPresentMembers',
] as const

const facts = [
  'chairmanPresence',
  'singlePollingStationOrCommission',
  'adequatePollingStationSize',
] as const

type Props = {
  readonly observerId: string
  readonly pollingStationId: string
  /** The label for screen readers, if a page has several. */
  readonly label?: string
}

/** The observer's info about the station on arriving and leaving. */
export function StationInfo({ observerId, pollingStationId, label = t(say.station) }: Props) {
  const info = useQuery(
    read(visits.info, { query: { observerId, pollingStationNumber: pollingStationId } }),
  )
  const problem = info.error ?? info.failureReason
  // "Nothing" is shown only if the server says so; until then it is unknown.
  if (info.data !== undefined) return <Facts info={info.data ?? undefined} label={label} />
  if (problem) return <ErrorState problem={problem} retry={() => void info.refetch()} />
  return (
    <section aria-label={label} aria-busy="true" className="flex min-h-6 items-center">
      <Skeleton className="w-64" />
    </section>
  )
}

function Facts({ info, label }: { info: Info | undefined; label: string }) {
  return (
    <section aria-label={label} className="flex flex-wrap items-center gap-x-6 gap-y-1">
      <Fact title={t(say.arrival)}>
        {info?.observerArrivalTime ? <Moment at={info.observerArrivalTime} /> : '–'}
      </Fact>
      <Fact title={t(say.departure)}>
        {info?.observerLeaveTime ? <Moment at={info.observerLeaveTime} /> : '–'}
      </Fact>
      <ReadOnlyCheckbox isChecked={info?.urbanArea === true}>{t(say.urbanArea)}</ReadOnlyCheckbox>
      <ReadOnlyCheckbox isChecked={info?.isPollingStationPresidentFemale === true}>
        {t(say.femalePresident)}
      </ReadOnlyCheckbox>
      {info && <FurtherFacts info={info} />}
      {info?.clerk && (
        <span className="text-small text-muted">
          <ByTelephone clerk={info.clerk} at={info.lastModified} />
        </span>
      )}
    </section>
  )
}

/** Only the facts that were sent: older phones do not ask for all. */
function FurtherFacts({ info }: { info: Info }) {
  return (
    <>
      {facts
        .filter((name) => info[name] !== null)
        .map((name) => (
          <ReadOnlyCheckbox key={name} isChecked={info[name] === true}>
            {t(say[name])}
          </ReadOnlyCheckbox>
        ))}
      {counts
        .filter((name) => info[name] !== null)
        .map((name) => (
          <Fact key={name} title={t(say[name])}>
            {info[name]}
          </Fact>
        ))}
    </>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p className="flex gap-2">
      <span className="text-muted">{title}</span>
      <span className="font-strong">{children}</span>
    </p>
  )
}
