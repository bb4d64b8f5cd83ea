import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import { keysOf } from '#kit/contract/field.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { stationWords } from '../../columns.ts'
import { places } from '../../contract.ts'
import { say } from '../../copy.ts'
import { type StationFacts, stationFields, stationNumbers, stationTexts } from '../../fields.ts'
import type { StationValues } from '../../station-contract.ts'
import { titleOf } from '../use-counties.ts'

/** The values of the fields, as they are typed. */
export type StationFieldValues = {
  readonly areaId: Id<'areas'>
  readonly number: string
  readonly coordinates: string
} & { readonly [Name in keyof StationFacts]: string }

/** The facts of a station as they are typed; without one, all empty. */
export const typedFacts = (facts?: StationFacts) =>
  Object.fromEntries(
    keysOf(stationFields).map((name) => [name, String(facts?.[name] ?? '')]),
  ) as Pick<StationFieldValues, keyof StationFacts>

export const stationHints = Object.fromEntries(
  Object.entries(stationWords).map(([name, { expected }]) => [name, expected]),
)

export const stationNames = {
  ...(Object.fromEntries(
    keysOf(stationFields).map((name) => [name, stationWords[name].title]),
  ) as Record<keyof StationFacts, Copy>),
  areaId: say.liesIn,
  number: say.stationNumber,
  coordinates: say.coordinates,
}

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

/** The draft from typed values, with only the changed ones. */
export function valuesIn({ areaId, number, coordinates, ...typed }: Partial<StationFieldValues>) {
  const degrees = coordinates === undefined ? undefined : coordinatesIn(coordinates)
  const facts = Object.entries(typed).map(([name, text]) => {
    if (!Object.hasOwn(stationNumbers, name)) return [name, text]
    return [name, text === '' ? null : Number(text)]
  })
  return {
    ...(Object.fromEntries(facts) as Partial<StationFacts>),
    ...(areaId !== undefined && { areaId }),
    ...(number !== undefined && { number: Number(number) }),
    ...(degrees !== undefined && { coordinates: degrees }),
  }
}

type Props = {
  readonly typed: StationFieldValues
  readonly onType: (change: Partial<StationFieldValues>) => void
  /** The county of the selectable areas; several if it may move to another one. */
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
        {keysOf(stationNumbers).map((name) => (
          <Field key={name} {...text(name)} inputMode="numeric" maxLength={10} />
        ))}
      </div>
      {keysOf(stationTexts).map((name) => (
        <Field key={name} {...text(name)} maxLength={stationTexts[name].maxLength} />
      ))}
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

/** Chooses a county, then a municipality in it. */
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
