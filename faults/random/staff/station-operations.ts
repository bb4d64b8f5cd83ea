import { assignments } from '#features/assignments/contract.ts'
import { type Municipality, places, type Station } from '#features/places/contract.ts'
import { stations } from '#features/stations/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { At } from '../map.ts'
import type { Operation } from '../operation.ts'
import { meanwhile } from './map-operations.ts'
import { act, type Clerk, read, untilDone } from './staff-member.ts'

type StationId = Id<'pollingStations'>

/** The numbers of stations added here; no other station has one of them. */
const firstNumber = 500_000

const aboutOf = (id: number) => [`station row ${id}`]

/** An area that holds stations, of any county. */
async function pickArea(clerk: Clerk, draw: SeededRandom): Promise<Municipality | undefined> {
  const counties = (await read(clerk, { endpoint: places.counties, sent: {} })) ?? []
  const code = draw.pick(counties)?.code
  if (code === undefined) return undefined
  const sent = { params: { code } }
  return draw.pick((await read(clerk, { endpoint: places.municipalitiesOfCounty, sent })) ?? [])
}

const addressIn = ({ code, countyCode }: Municipality, pollingStationNumber: number): At => ({
  ...{ countyCode, pollingStationNumber },
  ...(code !== countyCode && { municipalityCode: code }),
})

/** A station of a county, as its page lists it. */
async function pickStation(clerk: Clerk, draw: SeededRandom, isAdded: boolean) {
  const counties = (await read(clerk, { endpoint: places.counties, sent: {} })) ?? []
  const id = draw.pick(counties)?.id as Id<'areas'> | undefined
  if (id === undefined) return undefined
  const listed = await read(clerk, { endpoint: places.stations, sent: { params: { id } } })
  return draw.pick((listed ?? []).filter(({ number }) => !isAdded || number >= firstNumber))
}

async function add(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const { world } = clerk
  const area = await pickArea(clerk, draw)
  if (!area) return
  const number = firstNumber + world.next()
  const body = { areaId: area.id as Id<'areas'>, number, name: `Școala ${number}` }
  const heard = await act(clerk, { endpoint: places.addStation, sent: { body } })
  if (heard.kind === 'done') world.grown.push(addressIn(area, number))
}

/** Edits a station's name, address or coordinates, but not its number and area, by which phones name it. */
async function correct(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const station = await pickStation(clerk, draw, false)
  if (!station) return
  const params = { id: station.id as StationId }
  const whole = await read(clerk, { endpoint: places.station, sent: { params } })
  const body = {
    ...(draw.happens(0.6) && { name: `Liceul ${clerk.world.next()}` }),
    ...(draw.happens(0.6) && { address: `Strada ${clerk.world.next()}` }),
    ...(draw.happens(0.3) && { coordinates: { latitude: 46, longitude: 23 } }),
    ...(draw.happens(0.5) && whole && { revision: whole.revision }),
  }
  const sent = { params, body }
  await act(clerk, { endpoint: places.editStation, sent, about: aboutOf(station.id) })
}

async function closeOrReopen(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const station = await pickStation(clerk, draw, false)
  if (!station) return
  const sent = { params: { id: station.id as StationId } }
  const endpoint = station.closedAt === null ? places.closeStation : places.reopenStation
  await act(clerk, { endpoint, sent, about: aboutOf(station.id) })
}

/** Moves a station with its reports to another area and back; meanwhile phones use its old name. */
async function move(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const station = await pickStation(clerk, draw, true)
  const area = await pickArea(clerk, draw)
  if (!station || !area) return
  const params = { id: station.id as StationId }
  const whole = await read(clerk, { endpoint: places.station, sent: { params } })
  if (!whole) return
  const moveTo = (areaId: Id<'areas'>) => {
    const sent = { params, body: { areaId } }
    return act(clerk, { endpoint: places.editStation, sent, about: aboutOf(station.id) })
  }
  await meanwhile(clerk, async () => {
    await moveTo(area.id as Id<'areas'>)
    await untilDone<typeof places.editStation>('A station is back where it was', async () => {
      const heard = await moveTo(whole.areaId)
      // The station or its area was deleted meanwhile.
      const isGone = heard.kind === 'refused' && heard.code === 'thing.not-found'
      const { from, to } = heard
      return isGone ? { from, to, kind: 'done', reply: { revision: 0 } } : heard
    })
  })
}

async function remove(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const station = await pickStation(clerk, draw, true)
  if (!station) return
  const id = station.id as StationId
  const about = aboutOf(id)
  const heard = await act(clerk, {
    endpoint: places.removeStation,
    sent: { params: { id } },
    about,
  })
  if (heard.kind !== 'done' || !draw.happens(0.7)) return
  const sent = { params: { id: heard.reply.countyId }, body: { stationIds: [id] } }
  await act(clerk, { endpoint: places.restoreStations, sent, about })
}

/** The stations of a county without added ones, which move to other areas and back. */
async function listInitial(clerk: Clerk, countyId: number): Promise<readonly Station[]> {
  const sent = { params: { id: countyId as Id<'areas'> } }
  const listed = await read(clerk, { endpoint: places.stations, sent })
  return (listed ?? []).filter(({ number }) => number < firstNumber)
}

/** Merges two of a county's stations, while observers report from both. */
async function merge(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const counties = (await read(clerk, { endpoint: places.counties, sent: {} })) ?? []
  const county = draw.pick(counties)
  if (!county) return
  const known = await listInitial(clerk, county.id)
  const one = draw.pick(known)
  const other = draw.pick(known.filter(({ id }) => id !== one?.id))
  if (!one || !other) return
  // Otherwise county and number would name one station instead of two, and two again later.
  const isShared = known.filter(({ number }) => number === one.number).length > 1
  if (isShared && one.municipalityId !== other.municipalityId) return
  const sent = { params: { id: one.id as StationId }, body: { into: other.id as StationId } }
  const about = [...aboutOf(one.id), ...aboutOf(other.id)]
  await act(clerk, { endpoint: places.mergeStation, sent, about })
}

/** Separates two merged stations of any county. */
async function part(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const counties = (await read(clerk, { endpoint: places.counties, sent: {} })) ?? []
  for (const { id } of draw.shuffled(counties)) {
    const merged = (await listInitial(clerk, id)).filter(({ mergedInto }) => mergedInto)
    const parting = draw.pick(merged)
    if (!parting) continue
    const sent = { params: { id: parting.id as StationId } }
    await act(clerk, { endpoint: places.partStation, sent, about: aboutOf(parting.id) })
    return
  }
}

/** Sets the coverage target to some of a county's stations; now and then removes it or restores the old one. */
async function nameTarget(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const before = await read(clerk, { endpoint: assignments.target, sent: {} })
  const county = draw.pick((await read(clerk, { endpoint: places.counties, sent: {} })) ?? [])
  if (!before || !county) return
  const some = draw.some(await listInitial(clerk, county.id), 0.5)
  const named = some.map(({ number }) => ({
    areaCode: county.code,
    pollingStationNumber: number,
  }))
  const body = { revision: before.revision, stations: draw.happens(0.3) ? [] : named }
  const heard = await act(clerk, { endpoint: assignments.setTarget, sent: { body } })
  if (heard.kind !== 'done' || draw.happens(0.7)) return
  const undoing = { body: { revision: heard.reply.revision, stations: before.stations } }
  await act(clerk, { endpoint: assignments.setTarget, sent: undoing })
}

/** Settles a difference between two observers, or reopens it. */
async function settle(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const pollingStationId = draw.pick([...clerk.world.stationIds.values()]) as StationId
  const params = { pollingStationId }
  const told = await read(clerk, { endpoint: stations.visits, sent: { params } })
  const question = draw.pick((told?.questions ?? []).filter(({ state }) => state !== 'alike'))
  if (!question) return
  const about = aboutOf(pollingStationId)
  if (question.settled && draw.happens(0.4)) {
    const sent = { params: { id: question.settled.id } }
    await act(clerk, { endpoint: stations.undoSettling, sent, about })
    return
  }
  const whose = draw.pick([...question.answers, { observerId: null }])
  const body = {
    ...{ questionId: question.id, observerId: whose?.observerId ?? null, seen: question.seen },
    reason: `Confirmat, ${clerk.world.next()}`,
  }
  await act(clerk, { endpoint: stations.settle, sent: { params, body }, about })
}

export const stationOperations: readonly Operation<Clerk>[] = [
  { name: 'station added', weight: 1, run: add },
  { name: 'station corrected', weight: 1, run: correct },
  { name: 'station closed or reopened', weight: 1, run: closeOrReopen },
  { name: 'target named', weight: 3, run: nameTarget },
  { name: 'station moved', weight: 0.4, run: move },
  { name: 'station deleted', weight: 0.5, run: remove },
  { name: 'stations merged', weight: 8, run: merge },
  { name: 'stations parted', weight: 9, run: part },
  { name: 'difference settled', weight: 2, run: settle },
]
