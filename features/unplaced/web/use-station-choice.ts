import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type County, type Municipality, places } from '#features/places/contract.ts'
import { read } from '#kit/web/read/api.ts'
import type { Sent } from './sent.ts'

/** A chosen station; null and NaN: not chosen yet. */
export type Station = {
  readonly countyCode: string | null
  readonly municipalityCode: string | null
  readonly number: number
}

const aWhile = 300_000
const none: readonly never[] = []

/** A station choice, initialised with as much of the phone's address as exists. */
export function useStationChoice(sent: Sent) {
  const [typed, setTyped] = useState<Station>({
    countyCode: sent.countyCode,
    municipalityCode: sent.municipalityCode ?? null,
    number: sent.pollingStationNumber ?? Number.NaN,
  })
  const known = useQuery({ ...read(places.counties, {}), staleTime: aWhile })
  const counties: readonly County[] = known.data ?? none
  const countyCode = counties.find(({ code }) => code === typed.countyCode)?.code ?? null
  const within = useQuery({
    ...read(places.municipalitiesOfCounty, { params: { code: countyCode ?? '' } }),
    enabled: countyCode !== null,
    staleTime: aWhile,
  })
  // Where counties are the innermost areas they are their own municipalities.
  const towns: readonly Municipality[] =
    within.data?.filter(({ code }) => code !== countyCode) ?? none
  // Until the list is loaded keep the entered value: staff may type faster.
  const municipalityCode = within.data
    ? (towns.find(({ code }) => code === typed.municipalityCode)?.code ?? null)
    : typed.municipalityCode

  return {
    station: { countyCode, municipalityCode, number: typed.number },
    onChange: (change: Partial<Station>) => setTyped((now) => ({ ...now, ...change })),
    counties,
    towns,
  }
}
