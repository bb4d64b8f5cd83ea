import { places } from '#features/places/contract.ts'
import type { Draw } from './chance.ts'
import type { Operation } from './operation.ts'
import { act, type Clerk, read } from './staff-member.ts'

const areaName = (id: number) => `county ${id}`
/** What is added here begins so: other counties have phones that name their stations. */
const isAdded = ({ code }: { readonly code: string }) => code.startsWith('K')
const mostAdded = 8

async function pickAdded(clerk: Clerk, draw: Draw) {
  const counties = await read(clerk, { endpoint: places.counties, sent: {} })
  return draw.pick((counties ?? []).filter(isAdded))
}

async function add(clerk: Clerk, draw: Draw): Promise<void> {
  const { world } = clerk
  const counties = await read(clerk, { endpoint: places.counties, sent: {} })
  if ((counties ?? []).filter(isAdded).length >= mostAdded) return
  const code = `K${world.next()}`
  const numberOfPollingStations = 1 + draw.below(5)
  const body = { code, name: `Județul ${code}`, numberOfPollingStations }
  const heard = await act(clerk, { endpoint: places.addCounty, sent: { body } })
  if (heard.kind !== 'done') return
  for (let number = 1; number <= numberOfPollingStations; number++)
    world.grown.push({ countyCode: code, pollingStationNumber: number })
}

/** Grown or shrunk: what has been reported from stays, whoever reports meanwhile. */
async function resize(clerk: Clerk, draw: Draw): Promise<void> {
  const county = await pickAdded(clerk, draw)
  if (!county) return
  const numberOfPollingStations = draw.below(7)
  const { id, code, name } = county
  await act(clerk, {
    endpoint: places.editCounty,
    sent: { params: { id: id as never }, body: { code, name, numberOfPollingStations } },
    about: [areaName(id)],
  })
}

async function remove(clerk: Clerk, draw: Draw): Promise<void> {
  const county = await pickAdded(clerk, draw)
  if (!county) return
  const sent = { body: { id: county.id as never } }
  const about = [areaName(county.id)]
  const heard = await act(clerk, { endpoint: places.removeCounty, sent, about })
  if (heard.kind !== 'refused' && draw.happens(0.7))
    await act(clerk, { endpoint: places.restoreCounty, sent, about })
}

async function order(clerk: Clerk, draw: Draw): Promise<void> {
  const counties = await read(clerk, { endpoint: places.counties, sent: {} })
  const body = draw.shuffled(counties ?? []).map(({ id }) => ({ id: id as never }))
  const [first] = body
  if (draw.happens(0.5)) await act(clerk, { endpoint: places.orderCounties, sent: { body } })
  else if (first) await act(clerk, { endpoint: places.moveCountyToFirst, sent: { body: first } })
}

/** Stations that phones have named before anybody entered them, and addresses of those there are. */
async function importStations(clerk: Clerk, draw: Draw): Promise<void> {
  const mark = clerk.world.next()
  const rows = ['CJ,CJ1,901', 'AB,AB1,901', 'CJ,CJ1,1', 'AB,AB2,2', 'BH,BH1,1']
  const lines = draw.some(rows, 0.4).map((row) => `${row},Strada ${mark}`)
  const text = ['County code,Municipality code,Number,Address', ...lines].join('\n')
  const files = [{ name: 'sectii.csv', bytes: new TextEncoder().encode(text) }]
  const endpoint = draw.happens(0.5) ? places.importStations : places.startStationImport
  await act(clerk, { endpoint, sent: { body: {} }, files })
}

export const placeOperations: readonly Operation<Clerk>[] = [
  { name: 'county added', weight: 1, run: add },
  { name: 'county grown or shrunk', weight: 2, run: resize },
  { name: 'county deleted', weight: 1, run: remove },
  { name: 'counties ordered', weight: 0.5, run: order },
  { name: 'stations imported', weight: 0.5, run: importStations },
]
