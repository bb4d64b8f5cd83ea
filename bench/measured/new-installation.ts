import { phoneAt } from '#apps/cli/phone.ts'
import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { csv } from '../bulk/importing.ts'
import { signInStaff } from '../calling/signed-in.ts'
import { query } from '../cluster.ts'
import { untilCounted } from '../counting.ts'
import type { Shape } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'

const counties = 40

/** Sets an evening up in one go, stations, observers and plan, before PostgreSQL has statistics on any table. */
export async function measureNewInstallation(stage: Stage): Promise<Figure[]> {
  const url = await stage.empty()
  const server = await stage.start(url)
  try {
    const token = await signInStaff(url)
    const call = phoneAt(server.url, { forMs: 60_000 })
    const lists = listsOf(stage.shape)
    const fileOf = (text: string) => [{ name: 'list.csv', bytes: Buffer.from(text) }]
    await call(places.importCounties, { body: {} }, token, fileOf(lists.counties))
    await call(observers.import, { body: {} }, token, fileOf(lists.observers))
    const body = { name: 'Sosire', kind: 'arrival', dueAfterMinutes: 30 } as const
    await call(milestones.add, { body }, token)
    const from = performance.now()
    await call(assignments.import, { body: {} }, token, fileOf(lists.plan))
    await untilCounted(url)
    const settled = performance.now() - from
    const [owed] = await query(url, 'select count(*)::integer as rows from expectations')
    if (owed?.['rows'] !== lists.count) throw new Error(`${owed?.['rows']} of ${lists.count} owe`)
    const asked = performance.now()
    await call(milestones.expected, { query: { state: 'late' } }, token)
    const late = performance.now() - asked
    const what = (of: string) => `new installation: ${of}`
    const footnote = `${lists.count} observers, each at a station`
    return [
      {
        ...{ number: 12, what: what('a plan, until what is owed is there'), footnote },
        ...{ value: settled / 1000, unit: 's', most: 30, ms: settled / lists.count },
      },
      {
        ...{ number: 12, what: what('who is late, right after'), footnote },
        ...{ value: late, unit: 'ms', most: 1000, ms: late },
      },
    ]
  } finally {
    await server.stop()
  }
}

function listsOf({ share }: Shape) {
  const each = Math.max(1, Math.round((20_000 * share) / counties))
  const count = each * counties
  const people = Array.from({ length: count }, (_, place) => ({
    phone: `08${String(place).padStart(8, '0')}`,
    county: `X${place % counties}`,
    station: Math.floor(place / counties) + 1,
  }))
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  return {
    count,
    counties: csv([
      ['Code', 'Name', 'Stations'],
      ...Array.from({ length: counties }, (_, one) => [`X${one}`, `Județul ${one}`, each]),
    ]),
    observers: csv([
      ['Phone', 'Pin', 'Name'],
      ...people.map(({ phone }, place) => [phone, 1000 + (place % 9000), `Maria Țurcanu ${place}`]),
    ]),
    plan: csv([
      ['Phone', 'County code', 'Station number', 'From', 'Until'],
      ...people.map(({ phone, county, station }) => [
        ...[phone, county, station, `${day} 06:00`, `${day} 22:00`],
      ]),
    ]),
  }
}
