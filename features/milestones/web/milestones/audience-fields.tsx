import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts } from '#features/accounts/contract.ts'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { FoundChoice } from '#kit/web/ui/field/found-choice.tsx'
import { ManyChoice } from '#kit/web/ui/field/many-choice.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { type Audience, everybody, type Milestone, milestones } from '../../contract.ts'
import { say } from '../../copy.ts'

type Props = {
  readonly value: Audience
  readonly onChange: (audience: Audience) => void
  /** Names of its areas. */
  readonly known?: Milestone['areas']
  /** After the start of a shift; null: it is due at a moment. */
  readonly minutes: number | null
}

/** The audience of a milestone, and how many shifts it reaches. */
export function AudienceFields(props: Props) {
  const { value, onChange } = props
  const isAll = JSON.stringify(value) === JSON.stringify(everybody)
  const [isNarrowed, setNarrowed] = useState(!isAll)
  return (
    <>
      <Select
        label={t(say.owedBy)}
        items={[
          { id: 'all', text: t(say.everybody) },
          { id: 'some', text: t(say.onlySome) },
        ]}
        value={isNarrowed ? 'some' : 'all'}
        onChange={(id) => {
          setNarrowed(id === 'some')
          if (id === 'all') onChange(everybody)
        }}
      />
      {isNarrowed && <Narrowing {...props} />}
      <Reached {...props} />
    </>
  )
}

function Narrowing({ value, onChange, known = [] }: Props) {
  const { ngoIds, isDiaspora, isMobile } = value
  const { data = [] } = useQuery(read(accounts.listNgos, {}))
  const ngos = data.filter(({ id, isActive }) => isActive || ngoIds.includes(id))
  const change = (part: Partial<Audience>) => onChange({ ...value, ...part })
  return (
    <>
      <Places value={value} known={known} onChange={(areaIds) => change({ areaIds })} />
      {ngos.length > 1 && (
        <ManyChoice
          label={t(say.organisation)}
          items={ngos.map(({ id, name }) => ({ id: String(id), text: name }))}
          chosen={keysOf(ngoIds)}
          onChange={(keys) => change({ ngoIds: idsOf<'ngos'>(keys) })}
          summary={
            ngoIds.length > 0
              ? t(say.organisationsChosen, { count: ngoIds.length })
              : t(say.anyOrganisation)
          }
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Either
          label={t(say.homeOrAbroad)}
          words={[t(say.abroad), t(say.atHome)]}
          value={isDiaspora}
          onChange={(next) => change({ isDiaspora: next })}
        />
        <Either
          label={t(say.mobileOrNot)}
          words={[t(say.inTeams), t(say.notInTeams)]}
          value={isMobile}
          onChange={(next) => change({ isMobile: next })}
        />
      </div>
    </>
  )
}

/** Provinces and counties to tick, and municipalities to search for. */
function Places({
  value: { areaIds },
  known,
  onChange,
}: {
  value: Audience
  known: Milestone['areas']
  onChange: (areaIds: Audience['areaIds']) => void
}) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState(known)
  const { data: provinces = [] } = useQuery(read(places.provinces, {}))
  const { data: counties = [] } = useQuery(read(places.counties, {}))
  // The only province is everybody; of an election without any, the server lists one that is no area.
  const above = provinces.length > 1 ? provinces : []
  const listed = [...above, ...counties].map(({ id, name }) => [id, name] as const)
  const text = typed.trim()
  const { data, isFetching } = useQuery({
    ...read(places.search, { query: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const municipalities = data?.municipalities ?? []
  const names = new Map([...found.map(({ id, name }) => [Number(id), name] as const), ...listed])
  const ofOthers = areaIds.filter((id) => !listed.some(([known]) => known === id))
  return (
    <>
      <ManyChoice
        label={t(say.places)}
        items={[...listed.map(([id]) => id), ...ofOthers].map((id) => ({
          id: String(id),
          text: names.get(id) ?? String(id),
        }))}
        chosen={keysOf(areaIds)}
        onChange={(keys) => onChange(idsOf<'areas'>(keys))}
        summary={
          areaIds.length > 0 ? t(say.placesChosen, { count: areaIds.length }) : t(say.anyPlace)
        }
      />
      <FoundChoice
        label={t(say.findPlace)}
        change=""
        typed={typed}
        onType={setTyped}
        found={
          text === ''
            ? undefined
            : municipalities.map(({ id, name, county }) => ({
                id: String(id),
                text: name,
                about: county,
              }))
        }
        isAsking={isFetching}
        chosen={undefined}
        onChoose={(one) => {
          const chosen = municipalities.find(({ id }) => String(id) === one?.id)
          if (!chosen) return
          setFound([...found, chosen])
          onChange(idsOf<'areas'>(keysOf([...areaIds, chosen.id])))
        }}
      />
    </>
  )
}

const keysOf = (ids: readonly number[]): ReadonlySet<string> => new Set(ids.map(String))

/** Sorts the choices, so that their order is no unsaved change. */
const idsOf = <Table extends string>(keys: ReadonlySet<string>) =>
  [...keys].map((key) => Number(key) as Id<Table>).toSorted((one, other) => one - other)

/** Yes, no, or both. */
function Either({
  label,
  words: [yes, no],
  value,
  onChange,
}: {
  label: string
  words: readonly [yes: string, no: string]
  value: boolean | null
  onChange: (value: boolean | null) => void
}) {
  return (
    <Select
      label={label}
      items={[
        { id: 'null', text: t(say.either) },
        { id: 'true', text: yes },
        { id: 'false', text: no },
      ]}
      value={`${value}`}
      onChange={(id) => onChange(id === 'null' ? null : id === 'true')}
    />
  )
}

/** How many planned shifts that is, and how many of them are too short. */
function Reached({ value: { areaIds, ngoIds, isDiaspora, isMobile }, minutes }: Props) {
  const { data } = useQuery({
    ...read(milestones.reach, {
      query: {
        ...{ areaIds: [...areaIds], ngoIds: [...ngoIds] },
        ...(isDiaspora !== null && { isDiaspora }),
        ...(isMobile !== null && { isMobile }),
        ...(minutes !== null && { minutes }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <p role="status" className="min-h-5 text-small text-muted">
      {data && t(say.reaches, { count: data.shifts })}{' '}
      {minutes !== null && data && data.tooShort > 0 && (
        <span className="text-alarm">{t(say.tooShort, { count: data.tooShort })}</span>
      )}
    </p>
  )
}
