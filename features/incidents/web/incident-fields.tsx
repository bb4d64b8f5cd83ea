import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { places } from '#features/places/contract.ts'
import { CountyChoice } from '#features/places/web/county-choice.tsx'
import { type ChosenStation, StationSearch } from '#features/places/web/station/station-search.tsx'
import { reviews } from '#features/reviews/contract.ts'
import { t } from '#kit/web/language.ts'
import { isMoment, typedMoment } from '#kit/web/moments.ts'
import { read } from '#kit/web/read/api.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { MomentField } from '#kit/web/ui/field/moment-field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { severityNames, say as words } from '../copy.ts'
import { severities } from '../domain.ts'
import type { Incident } from '../incident-contract.ts'
import { say } from './copy.ts'
import { useCategories } from './use-incidents.ts'

/** The fields that a new incident has, as they are typed: a moment by the clock of the election. */
export type TypedIncident = Pick<
  Incident,
  'title' | 'severity' | 'pollingStationId' | 'countyId' | 'owner' | 'escalateTo'
> & { readonly category: string | null; readonly dueAt: string | null }

type Props = {
  readonly value: TypedIncident
  readonly onChange: (change: Partial<TypedIncident>) => void
  /** The station that it is at to begin with. */
  readonly station?: ChosenStation | undefined
  /** Hears of a station that was chosen. */
  readonly onStation?: (chosen: ChosenStation) => void
}

/** Whether it can be sent. */
export const isComplete = ({ title, category, dueAt }: TypedIncident): boolean =>
  title.trim() !== '' && category !== null && (dueAt === null || isMoment(dueAt))

export function IncidentFields({ value, onChange, ...placed }: Props) {
  const { title, category, severity, owner } = value
  return (
    <>
      <Field
        label={t(words.title)}
        name="title"
        value={title}
        onChange={(next) => onChange({ title: next })}
        maxLength={200}
        isRequired
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t(words.category)}
          name="category"
          items={useCategories(category ?? undefined)}
          value={category}
          onChange={(next) => onChange({ category: next })}
          isRequired
        />
        <Select
          label={t(words.severity)}
          items={severities.map((id) => ({ id, text: t(severityNames[id]) }))}
          value={severity}
          onChange={(next) => onChange({ severity: next })}
        />
      </div>
      <PlaceFields value={value} onChange={onChange} {...placed} />
      <AccountChoice name="owner" account={owner} onChange={(next) => onChange({ owner: next })} />
      <DueFields dueAt={value.dueAt} onChange={onChange} />
      {value.dueAt !== null && (
        <AccountChoice
          name="escalateTo"
          account={value.escalateTo}
          onChange={(next) => onChange({ escalateTo: next })}
        />
      )}
    </>
  )
}

/** An account that may review, or none. */
function AccountChoice({
  name,
  account,
  onChange,
}: {
  name: 'owner' | 'escalateTo'
  account: string | null
  onChange: (account: string | null) => void
}) {
  const { accounts = [] } = useQuery(read(reviews.listReviewers, {})).data ?? {}
  const others = account === null || accounts.includes(account) ? [] : [account]
  return (
    <Select<string>
      label={t(words[name])}
      name={name}
      items={[
        { id: '', text: t(say.unassigned) },
        ...[...others, ...accounts].map((one) => ({ id: one, text: one })),
      ]}
      value={account ?? ''}
      onChange={(next) => onChange(next || null)}
    />
  )
}

/** A station, or a county; choosing one leaves the other out. */
function PlaceFields({ value, onChange, station, onStation }: Props) {
  const { pollingStationId, countyId } = value
  const { data: counties = [] } = useQuery({ ...read(places.counties, {}), staleTime: 300_000 })
  const [known, setKnown] = useState(station)
  const name = known?.id === pollingStationId ? known?.name : station?.name
  return (
    <>
      <StationSearch
        value={pollingStationId === null ? undefined : { id: pollingStationId, name: name ?? '' }}
        onChange={(chosen) => {
          if (chosen) setKnown(chosen)
          if (chosen) onStation?.(chosen)
          onChange({ pollingStationId: chosen?.id ?? null, ...(chosen && { countyId: null }) })
        }}
      />
      {pollingStationId === null && (
        <CountyChoice
          code={counties.find(({ id }) => id === countyId)?.code}
          onChange={(code) => {
            const id = counties.find((one) => one.code === code)?.id ?? null
            onChange({ countyId: id as TypedIncident['countyId'] })
          }}
        />
      )}
    </>
  )
}

const hourMs = 3_600_000

function DueFields({ dueAt, onChange }: Pick<TypedIncident, 'dueAt'> & Pick<Props, 'onChange'>) {
  const election = useElectionDay()
  if (!election) return null
  const inAnHour = () => typedMoment(new Date(serverNow() + hourMs), election.timezone)
  return (
    <>
      <Checkbox
        isSelected={dueAt !== null}
        onChange={(isOn) =>
          onChange(isOn ? { dueAt: inAnHour() } : { dueAt: null, escalateTo: null })
        }
      >
        {t(say.hasDue)}
      </Checkbox>
      {dueAt !== null && (
        <MomentField
          dayLabel={t(say.day)}
          timeLabel={t(say.time)}
          value={dueAt}
          onChange={(next) => onChange({ dueAt: next })}
          error={isMoment(dueAt) ? undefined : t(say.timeExpected)}
          election={election}
        />
      )}
    </>
  )
}
