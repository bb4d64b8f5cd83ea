import { phoneAt } from '#apps/cli/phone.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import { csv } from '../bulk/importing.ts'
import { signInStaff } from '../calling/signed-in.ts'
import { query } from '../cluster.ts'
import { copyInto, type Row } from '../data/copy.ts'
import { placesOf, secret, votersOf } from '../data/people.ts'
import { addressOf, electionId, type Shape, stationsPerMunicipality } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { mean } from '../spread.ts'

/** The observers of all organisations, imported at once. */
const observersOf = ({ share }: Shape) => Math.round(100_000 * share)

/** Rows that are new to the database, as a file and as table rows. */
type ImportedRows = {
  readonly what: string
  readonly table: string
  /** The file, and the table's rows for COPY; only hashing is left to be done. */
  prepare(round: number): { file: string; rows(): Row[] }
  send(file: string): Promise<{ added: number } | number>
}

/**
 * Imports of people and places over HTTP, against COPY of the same rows into an empty table. A new installation is
 * measured by itself: PostgreSQL has never looked at its tables, and takes them for empty while they fill.
 */
export async function measureImports(stage: Stage): Promise<Figure[]> {
  const { shape } = stage
  const people = observerKind(shape)
  const among = await measureAt(stage, await stage.copy(), (send) => [
    { ...people, send: send(observers.import) },
    { ...stationKind(shape), send: send(places.importStations) },
  ])
  const anew = await measureAt(stage, await stage.empty(), (send) => [
    { ...people, what: 'observers into a new installation', send: send(observers.import) },
  ])
  return [...among, ...anew]
}

type Import = typeof observers.import | typeof places.importStations
type SendTo = (endpoint: Import) => ImportedRows['send']

/** Measures on a database, one kind after the other. */
async function measureAt(
  stage: Stage,
  url: string,
  kindsOf: (send: SendTo) => readonly ImportedRows[],
): Promise<Figure[]> {
  const server = await stage.start(url)
  try {
    const token = await signInStaff(url)
    const call = phoneAt(server.url, { forMs: 0 })
    const send: SendTo = (endpoint) => (text) =>
      call(endpoint, { body: {} }, token, [{ name: 'list.csv', bytes: Buffer.from(text) }])
    const figures: Figure[] = []
    for (const kind of kindsOf(send)) figures.push(await measure(stage, url, kind))
    return figures
  } finally {
    await server.stop()
  }
}

async function measure(stage: Stage, url: string, kind: ImportedRows): Promise<Figure> {
  const { what, table } = kind
  const took = { ours: [] as number[], theirs: [] as number[] }
  let count = 0
  for (let round = 0; round < Math.min(2, stage.rounds); round++) {
    const { file, rows } = kind.prepare(round)
    took.ours.push(
      await timed(async () => {
        const reply = await kind.send(file)
        count = typeof reply === 'number' ? reply : reply.added
      }),
    )
    await makeTwin(url, table)
    took.theirs.push(await timed(() => copyInto(url, 'twin', rows())))
    const [held] = await query(url, 'select count(*)::integer as rows from twin')
    if (held?.['rows'] !== count) throw new Error(`${count} ${what}, not ${held?.['rows']}`)
  }
  const [ours, theirs] = [mean(took.ours), mean(took.theirs)]
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  return {
    number: 5,
    what: `import of ${what}: time against COPY`,
    value: ours / theirs,
    unit: '×',
    most: 4,
    ms: ours / count,
    footnote: `${seconds(ours)} against ${seconds(theirs)} for ${count}`,
  }
}

/** An empty table with the same checks, indexes and references: constraints cost time. */
async function makeTwin(url: string, table: string): Promise<void> {
  await query(url, `drop table if exists twin; create table twin (like ${table} including all)`)
  const references = await query(
    url,
    `select pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = '${table}'::regclass and contype = 'f'`,
  )
  for (const { definition } of references) await query(url, `alter table twin add ${definition}`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

function observerKind(shape: Shape): Omit<ImportedRows, 'send'> {
  const secrets = openSecrets(secret)
  return {
    what: 'observers',
    table: 'observers',
    prepare: (round) => {
      const people = Array.from({ length: observersOf(shape) }, (_, place) => ({
        // No observer of the evening has such a phone.
        phone: `08${round}${String(place).padStart(7, '0')}`,
        pin: String(1000 + (place % 9000)),
        name: `Maria Țurcanu ${place}`,
      }))
      const cells = people.map(({ phone, pin, name }) => [phone, pin, name])
      return {
        file: csv([['Phone', 'Pin', 'Name'], ...cells]),
        rows: () =>
          people.map(({ phone, pin, name }) => ({
            ...{ electionId, ngoId: 1, name, phone, phoneDigits: phone, phoneE164: `+4${phone}` },
            ...{ phoneReadIn: 'RO', pinHash: secrets.hashPin(pin), isTest: false },
          })),
      }
    },
  }
}

/** As many as there are already, in the same municipalities, numbered after those. */
function stationKind({ stations }: Shape): Omit<ImportedRows, 'send'> {
  const headings = ['Municipality code', 'Number', 'Name', 'Address', 'Registered voters']
  return {
    what: 'stations',
    table: 'polling_stations',
    prepare: (round) => {
      const all = Array.from({ length: stations }, (_, station) => ({
        ...{ electionId, ...placesOf(station) },
        number: addressOf(station).pollingStationNumber + stationsPerMunicipality * (round + 1),
        ...{ name: `Școala ${station}`, address: `Strada Școlii ${station}` },
        registeredVoters: votersOf(station),
      }))
      const cells = all.map(({ number, name, address, registeredVoters }, station) => [
        addressOf(station).municipalityCode,
        ...[number, name, address, registeredVoters],
      ])
      return { file: csv([headings, ...cells]), rows: () => all }
    },
  }
}
