import { hash } from '@node-rs/argon2'
import { loadElection } from '#apps/cli/load-election.ts'
import { openDatabase, type Tx } from '#database/open.ts'
import { ensureOrganiser } from '#features/accounts/server/setup-queries.ts'
import { FormDraft } from '#features/forms/contract.ts'
import { upsertObservers } from '#features/observers/server/import/import-queries.ts'
import { accountKey } from '#features/session/domain.ts'
import { parse } from '#kit/contract/parse.ts'
import type { Role } from '#kit/contract/roles.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import { sampleForms } from '#testing/evening/election.ts'
import { secret } from '#testing/secret.ts'
import { password } from '../../bench/data/people.ts'
import type { FieldMap } from './map.ts'
import { type Person, unheard } from './world.ts'

/** The counties Sanda may see at first. */
export const startingCounties = ['CJ'] as const

/** The staff users of a run, and their rights. */
export const staff = [
  { account: 'ana', role: 'organiser', counties: null },
  { account: 'ioan', role: 'organiser', counties: null },
  { account: 'radu', role: 'organiser', counties: null },
  { account: 'sorin', role: 'organiser', counties: null },
  { account: 'vera', role: 'organiser', counties: null },
  { account: 'rodica', role: 'reviewer', counties: null },
  { account: 'sanda', role: 'reviewer', counties: startingCounties },
  { account: 'calin', role: 'ngo-administrator', counties: null },
] as const satisfies readonly {
  readonly account: string
  readonly role: Role
  readonly counties: readonly string[] | null
}[]
export type StaffMember = (typeof staff)[number]

const names = 'Ana Bogdan Călin Dana Emil Florin Gabriela Horia Ioana Șerban'.split(' ')
/** The number of observers for the organiser, and for the other organisation. */
const observing = { organiser: 60, other: 20 } as const

const phoneOf = (nth: number) => `0722 ${String(nth).padStart(6, '0')}`
const pinOf = (nth: number) => String(1000 + ((nth * 7919) % 9000))

/** Creates the election, its observers and the staff users; returns the observers. */
export async function loadField(databaseUrl: string, { places }: FieldMap): Promise<Person[]> {
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
    accountKey: accountKey(account),
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
  return unheard({ id, name, phone, pins: [pin], organisation })
}
