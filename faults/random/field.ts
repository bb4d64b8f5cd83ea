import { hash } from '@node-rs/argon2'
import { loadElection } from '#apps/server/load-election.ts'
import { sampleForms } from '#apps/server/testing-election.ts'
import { secret } from '#apps/server/testing-secret.ts'
import { openDatabase, type Tx } from '#database/open.ts'
import { FormDraft } from '#features/forms/contract.ts'
import { upsertObservers } from '#features/observers/server/import-queries.ts'
import type { Places } from '#features/places/domain.ts'
import { ensureOrganiser } from '#features/session/server/setup-queries.ts'
import { parse } from '#kit/contract/parse.ts'
import type { Role } from '#kit/contract/roles.ts'
import { openSecrets } from '#kit/server/secrets.ts'
import { password } from '../../bench/people.ts'
import type { At, Person } from './world.ts'

/** Who of the staff takes part, and what they may. */
export const staff = [
  { account: 'ana', role: 'organiser', counties: null },
  { account: 'ioan', role: 'organiser', counties: null },
  { account: 'radu', role: 'organiser', counties: null },
  { account: 'sorin', role: 'organiser', counties: null },
  { account: 'vera', role: 'organiser', counties: null },
  { account: 'rodica', role: 'reviewer', counties: null },
  { account: 'sanda', role: 'reviewer', counties: ['CJ'] },
  { account: 'calin', role: 'ngo-administrator', counties: null },
] as const satisfies readonly {
  readonly account: string
  readonly role: Role
  readonly counties: readonly string[] | null
}[]
export type StaffMember = (typeof staff)[number]

const area = (level: number, code: string, name: string, parentCode: string | null) => ({
  level,
  code,
  name,
  parentCode,
  position: 1,
  isDiaspora: false,
})
const numbered = (areaCode: string, numbers: readonly number[]) =>
  numbers.map((number) => ({ areaCode, number }))

/** In AB two municipalities share their numbers: by county and number alone nobody can tell them apart. */
const places: Places = {
  levels: 3,
  countyLevel: 2,
  areas: [
    area(1, 'T', 'Transilvania', null),
    ...['AB Alba', 'CJ Cluj', 'BH Bihor', 'SJ Sălaj'].map((one) =>
      area(2, one.slice(0, 2), one.slice(3), 'T'),
    ),
    area(3, 'AB1', 'Aiud', 'AB'),
    area(3, 'AB2', 'Blaj', 'AB'),
    area(3, 'CJ1', 'Dej', 'CJ'),
    area(3, 'CJ2', 'Gherla', 'CJ'),
    area(3, 'BH1', 'Beiuș', 'BH'),
    area(3, 'SJ1', 'Jibou', 'SJ'),
  ],
  stations: [
    ...numbered('AB1', [1, 2, 3, 4]),
    ...numbered('AB2', [1, 2]),
    ...numbered('CJ1', [1, 2, 3]),
    ...numbered('CJ2', [4, 5]),
    ...numbered('BH1', [1, 2]),
    ...numbered('SJ1', [1, 2]),
  ],
}

/** Every station of the field, as phones of both generations name it. */
export const stations: readonly At[] = places.stations.flatMap(({ areaCode, number }) => {
  const countyCode = areaCode.slice(0, 2)
  const byArea = { countyCode, municipalityCode: areaCode, pollingStationNumber: number }
  return [byArea, { countyCode, pollingStationNumber: number }]
})

/** Stations that nobody has entered; some will be. */
export const unknownStations: readonly At[] = [
  ...[901, 902, 903].map((number) => ({ countyCode: 'CJ', pollingStationNumber: number })),
  ...[901, 902].map((number) => ({
    countyCode: 'AB',
    municipalityCode: 'AB1',
    pollingStationNumber: number,
  })),
  { countyCode: 'XX', pollingStationNumber: 7 },
]

const names = 'Ana Bogdan Călin Dana Emil Florin Gabriela Horia Ioana Șerban'.split(' ')
/** How many observe for the organiser, and for the other organisation. */
const observing = { organiser: 60, other: 20 } as const

const phoneOf = (nth: number) => `0722 ${String(nth).padStart(6, '0')}`
const pinOf = (nth: number) => String(1000 + ((nth * 7919) % 9000))

/** Makes the election, who observes it and who of the staff reads along; answers with the observers. */
export async function loadField(databaseUrl: string): Promise<Person[]> {
  const database = openDatabase({ url: databaseUrl, connections: 1 })
  const secrets = openSecrets(secret)
  const files = {
    facts: { name: 'Alegeri la întâmplare', day: '2026-11-22', timezone: 'Europe/Bucharest' },
    places,
    observers: [],
    forms: sampleForms.map((form) => parse(FormDraft, form)),
  }
  const now = new Date()
  const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  try {
    return await database.write(async (tx) => {
      const { election } = await loadElection(tx, secrets, files, { state: 'live', now })
      const organiser = await ensureOrganiser(tx)
      const other = await addOrganisation(tx)
      const ngos = { organiser, other }
      await addStaff(tx, ngos, passwordHash)
      const people: Person[] = []
      for (const organisation of ['organiser', 'other'] as const) {
        const rows = Array.from({ length: observing[organisation] }, (_, index) => {
          const nth = index + 1 + (organisation === 'other' ? observing.organiser : 0)
          const name = `${names[nth % names.length]} ${nth}`
          return { phone: phoneOf(nth), pin: pinOf(nth), name }
        })
        const into = { electionId: election.id, ngoId: ngos[organisation], secrets, now }
        await upsertObservers(tx, into, rows)
        for (const row of rows) people.push(await personOf(tx, row, organisation))
      }
      return people
    })
  } finally {
    await database.close()
  }
}

async function addOrganisation(tx: Tx) {
  const { id } = await tx
    .insertInto('ngos')
    .values({ name: 'Vot Local', shortName: 'VL', isOrganiser: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Ngos = Readonly<Record<Person['organisation'], Awaited<ReturnType<typeof addOrganisation>>>>

async function addStaff(tx: Tx, ngos: Ngos, passwordHash: string): Promise<void> {
  const rows = staff.map(({ account, role, counties }) => ({
    ngoId: ngos[role === 'ngo-administrator' ? 'other' : 'organiser'],
    account,
    role,
    passwordHash,
    countyCodes: counties && [...counties],
  }))
  await tx.insertInto('staff').values(rows).execute()
}

async function personOf(
  tx: Tx,
  { phone, pin, name }: { readonly phone: string; readonly pin: string; readonly name: string },
  organisation: Person['organisation'],
): Promise<Person> {
  const { id } = await tx
    .selectFrom('observers')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  return {
    id,
    name,
    phone,
    pins: [pin],
    organisation,
    sayings: [],
    facts: [],
    remarks: [],
    underWay: 0,
  }
}
