import { expect } from '@playwright/test'
import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { asAna } from '../acts.ts'
import type { Station } from '../phone.ts'

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

export async function observerIdOf(url: string, name: string) {
  const { data } = await asAna(url, observers.list, { query: { name } })
  const [one] = data
  if (!one) throw new Error(`No observer ${name}`)
  return one.id
}

export async function stationIdOf(url: string, [area, number]: Station) {
  const { stations } = await asAna(url, places.search, { query: { text: `${area} ${number}` } })
  const [one] = stations
  if (!one) throw new Error(`No station ${area} ${number}`)
  return one.id
}

/** Plans an observer at a station, from six hours ago to six hours from now. */
export async function plan(url: string, name: string, station: Station) {
  const one = {
    observerId: await observerIdOf(url, name),
    pollingStationId: await stationIdOf(url, station),
    from: hoursFromNow(-6),
    until: hoursFromNow(6),
  }
  const [id] = await asAna(url, assignments.add, { body: { assignments: [one] } })
  if (id === undefined) throw new Error('Nothing was planned')
  return id
}

type Draft = CallInput<typeof milestones.add>['body']

/** Adds a milestone due an hour ago, by default an arrival, and waits for its count. */
export async function dueAnHourAgo(url: string, name: string, but: Partial<Draft> = {}) {
  const body = { name, kind: 'arrival', dueAt: hoursFromNow(-1), ...but } as const
  const id = await asAna(url, milestones.add, { body })
  await expect
    .poll(async () => (await asAna(url, milestones.list, {})).some(({ isCounting }) => isCounting))
    .toBe(false)
  return id
}
