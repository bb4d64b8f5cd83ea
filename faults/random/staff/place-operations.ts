import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { act, type Clerk, read } from './staff-member.ts'

const areaName = (id: number) => `county ${id}`
/** The prefix of everything added here. */
const isAdded = ({ code }: { readonly code: string }) => code.startsWith('K')
const mostAdded = 8
/** How many stations a county grows by beyond its initial ones. */
const mostGrown = 5

const listCounties = async (clerk: Clerk) =>
  (await read(clerk, { endpoint: places.counties, sent: {} })) ?? []

const pickAdded = async (clerk: Clerk, draw: SeededRandom) =>
  draw.pick((await listCounties(clerk)).filter(isAdded))

const isDivided = ({ world }: Clerk) => world.map.places.levels > world.map.places.countyLevel

async function add(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const { world } = clerk
  if ((await listCounties(clerk)).filter(isAdded).length >= mostAdded) return
  const code = `K${world.next()}`
  // A divided county's number of stations follows from its municipalities.
  const numberOfPollingStations = isDivided(clerk) ? 0 : 1 + draw.below(5)
  const body = { code, name: `Județul ${code}`, numberOfPollingStations }
  const heard = await act(clerk, { endpoint: places.addCounty, sent: { body } })
  if (heard.kind !== 'done') return
  for (let number = 1; number <= numberOfPollingStations; number++)
    world.grown.push({ countyCode: code, pollingStationNumber: number })
}

/**
 * Grows, shrinks or renames a county: stations with reports stay, despite concurrent reports. Stations
 * removed by a lower number are restored most of the time.
 */
async function change(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const { world } = clerk
  const county = draw.pick(await listCounties(clerk))
  if (!county) return
  const { id, code } = county
  const params = { id: id as Id<'areas'> }
  const whole = await read(clerk, { endpoint: places.county, sent: { params } })
  const least = world.map.places.stations.filter(({ areaCode }) => areaCode === code).length
  const numberOfPollingStations = least + draw.below(mostGrown)
  const name = draw.happens(0.3) ? `Județul ${world.next()}` : undefined
  const revision = draw.happens(0.5) ? whole?.revision : undefined
  const body = { name, revision, ...(!isDivided(clerk) && { numberOfPollingStations }) }
  const about = [areaName(id)]
  const heard = await act(clerk, { endpoint: places.editCounty, sent: { params, body }, about })
  if (heard.kind !== 'done') return
  // In a divided county the number may belong to a municipality that is moved there.
  if (!isDivided(clerk))
    world.grown.push({ countyCode: code, pollingStationNumber: numberOfPollingStations })
  const stationIds = heard.reply.takenOut
  if (stationIds.length > 0 && draw.happens(0.6))
    await act(clerk, {
      endpoint: places.restoreStations,
      sent: { params, body: { stationIds } },
      about,
    })
}

async function remove(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const county = await pickAdded(clerk, draw)
  if (!county) return
  const sent = { body: { id: county.id as Id<'areas'> } }
  const about = [areaName(county.id)]
  const heard = await act(clerk, { endpoint: places.removeCounty, sent, about })
  if (heard.kind !== 'refused' && draw.happens(0.7))
    await act(clerk, { endpoint: places.restoreCounty, sent, about })
}

/** Marks a county as abroad, or removes the mark. */
async function moveAbroad(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const county = draw.pick(await listCounties(clerk))
  if (!county) return
  const params = { id: county.id as Id<'areas'> }
  const body = { diaspora: draw.happens(0.5) }
  const about = [areaName(county.id)]
  await act(clerk, { endpoint: places.editCounty, sent: { params, body }, about })
}

async function order(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const counties = await listCounties(clerk)
  const body = draw.shuffled(counties).map(({ id }) => ({ id: id as Id<'areas'> }))
  const [first] = body
  if (draw.happens(0.5)) await act(clerk, { endpoint: places.orderCounties, sent: { body } })
  else if (first) await act(clerk, { endpoint: places.moveCountyToFirst, sent: { body: first } })
}

/** Imports stations that are known from reports only, and addresses of existing ones. */
async function importStations(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const mark = clerk.world.next()
  const lines = draw.some(clerk.world.map.rows, 0.4).map((row) => `${row},Strada ${mark}`)
  const text = ['County code,Municipality code,Number,Address', ...lines].join('\n')
  const files = [{ name: 'sectii.csv', bytes: new TextEncoder().encode(text) }]
  const endpoint = draw.happens(0.5) ? places.importStations : places.startStationImport
  await act(clerk, { endpoint, sent: { body: {} }, files })
}

/** Imports names of existing counties, and now and then a new county. */
async function importCounties(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const { world } = clerk
  const mark = world.next()
  const there = await listCounties(clerk)
  const lines = draw.some(there, 0.4).map(({ code }) => `${code},Județul ${mark},`)
  const count = isDivided(clerk) ? 0 : 1 + draw.below(5)
  const isMore = there.filter(isAdded).length < mostAdded && draw.happens(0.5)
  if (isMore) lines.push(`K${mark},Județul ${mark},${count}`)
  const text = ['Code,Name,Stations', ...lines].join('\n')
  const files = [{ name: 'judete.csv', bytes: new TextEncoder().encode(text) }]
  const endpoint = draw.happens(0.5) ? places.importCounties : places.startCountyImport
  if (lines.length === 0) return
  const heard = await act(clerk, { endpoint, sent: { body: {} }, files })
  if (heard.kind !== 'done' || !isMore) return
  for (let number = 1; number <= count; number++)
    world.grown.push({ countyCode: `K${mark}`, pollingStationNumber: number })
}

/** Imports areas of all levels from one file, in which each area names its parent. */
async function importAreas(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const mark = clerk.world.next()
  const there = await listCounties(clerk)
  const lines = draw
    .some(there, 0.4)
    .map(({ code, provinceCode }) => `${code},Județul ${mark},${provinceCode ?? ''}`)
  const [first] = there
  if (first && there.filter(isAdded).length < mostAdded && draw.happens(0.5))
    lines.push(`K${mark},Județul ${mark},${first.provinceCode ?? ''}`)
  if (lines.length === 0) return
  const text = ['Code,Name,Parent code', ...lines].join('\n')
  const files = [{ name: 'locuri.csv', bytes: new TextEncoder().encode(text) }]
  const endpoint = draw.happens(0.5) ? places.importAreas : places.startAreaImport
  await act(clerk, { endpoint, sent: { body: {} }, files })
}

/** Undoes the import of a wrong file; places in use by then stay. */
async function undoImport(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: places.listImports, sent: {} })
  const one = draw.pick((listed ?? []).filter(({ state }) => state === 'done').slice(0, 3))
  if (one) await act(clerk, { endpoint: places.undoImport, sent: { params: { id: one.id } } })
}

export const placeOperations: readonly Operation<Clerk>[] = [
  { name: 'county added', weight: 1, run: add },
  { name: 'county grown or shrunk', weight: 3, run: change },
  { name: 'county deleted', weight: 1, run: remove },
  { name: 'counties ordered', weight: 0.5, run: order },
  { name: 'county moved abroad', weight: 0.5, run: moveAbroad },
  { name: 'stations imported', weight: 0.5, run: importStations },
  { name: 'counties imported', weight: 0.3, run: importCounties },
  { name: 'areas imported', weight: 0.3, run: importAreas },
  { name: 'import of places undone', weight: 0.4, run: undoImport },
]
