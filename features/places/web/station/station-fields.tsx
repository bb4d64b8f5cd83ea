import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { places } from '../../contract.ts'
import { say } from '../../copy.ts'
import type { StationValues } from '../../station-contract.ts'
import { titleOf } from '../use-counties.ts'

/** The values of the fields, as they are typed. */
export type StationFieldValues = {
  readonly areaId: Id<'areas'>
  readonly number: string
  readonly name: string
  readonly address: string
  readonly coordinates: string
  readonly voters: string
}

export const stationHints = {
  number: say.numberExpected,
  voters: say.votersExpected,
  address: say.addressExpected,
}

export const stationNames = {
  areaId: say.liesIn,
  number: say.stationNumber,
  name: say.name,
  address: say.address,
  coordinates: say.coordinates,
  voters: say.voters,
} as const

/** Degrees as they are typed; undefined where they cannot be read. */
export function coordinatesIn(typed: string): StationValues['coordinates'] | undefined {
  if (typed.trim() === '') return null
  const found = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(typed)
  const [latitude, longitude] = [Number(found?.[1]), Number(found?.[2])]
  return found && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : undefined
}

export const typedCoordinates = (known: StationValues['coordinates']): string =>
  known ? `${known.latitude}, ${known.longitude}` : ''

/** What is sent of typed values; only what was changed is there. */
export function valuesIn({ number, voters, coordinates, ...texts }: Partial<StationFieldValues>) {
  const degrees = coordinates === undefined ? undefined : coordinatesIn(coordinates)
  return {
    ...texts,
    ...(number !== undefined && { number: Number(number) }),
    ...(voters !== undefined && { voters: voters === '' ? null : Number(voters) }),
    ...(degrees !== undefined && { coordinates: degrees }),
  }
}

type Props = {
  readonly typed: StationFieldValues
  readonly onType: (change: Partial<StationFieldValues>) => void
  /** The county whose areas it may lie in; more where it may be moved to another. */
  readonly countyCode: string
  readonly isNew?: boolean
}

export function StationFields({ typed, onType, countyCode, isNew = false }: Props) {
  const text = (name: Exclude<keyof StationFieldValues, 'areaId'>) => ({
    name,
    label: t(stationNames[name]),
    value: typed[name],
    onChange: (value: string) => onType({ [name]: value }),
    autoComplete: 'off',
  })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          {...text('number')}
          inputMode="numeric"
          isRequired
          maxLength={9}
          description={isNew ? undefined : t(say.numberAbout)}
        />
        <Field {...text('voters')} inputMode="numeric" maxLength={10} />
      </div>
      <Field {...text('name')} maxLength={256} />
      <Field {...text('address')} maxLength={1000} />
      <Field
        {...text('coordinates')}
        description={t(say.coordinatesAbout)}
        error={
          coordinatesIn(typed.coordinates) === undefined ? t(say.coordinatesExpected) : undefined
        }
      />
      <AreaChoice
        countyCode={countyCode}
        value={typed.areaId}
        onChange={(areaId) => onType({ areaId })}
        isNew={isNew}
      />
    </>
  )
}

/** A municipality, of any county: first the county, then what is in it. */
function AreaChoice({
  countyCode,
  value,
  onChange,
  isNew,
}: {
  countyCode: string
  value: Id<'areas'>
  onChange: (id: Id<'areas'>) => void
  isNew: boolean
}) {
  const [code, setCode] = useState(countyCode)
  const counties = useQuery(read(places.counties, {}))
  const { data: areas = [] } = useQuery(read(places.municipalitiesOfCounty, { params: { code } }))
  const [only] = areas
  const isUndivided = areas.length === 1 && only?.code === code
  const chooseCounty = (chosen: string) => {
    setCode(chosen)
    const county = counties.data?.find((one) => one.code === chosen)
    if (county && isUndivided) onChange(county.id as Id<'areas'>)
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {!isNew && (counties.data?.length ?? 0) > 1 && (
        <Select
          label={t(say.county)}
          description={t(say.liesInAbout)}
          items={(counties.data ?? []).map((one) => ({ id: one.code, text: titleOf(one) }))}
          value={code}
          onChange={chooseCounty}
        />
      )}
      {areas.length > 0 && !isUndivided && (
        <Select
          label={t(say.municipality)}
          items={areas.map(({ id, name }) => ({ id: String(id), text: name }))}
          value={areas.some(({ id }) => id === value) ? String(value) : null}
          onChange={(id) => onChange(Number(id) as Id<'areas'>)}
          isRequired
        />
      )}
    </div>
  )
}
