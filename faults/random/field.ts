import { hash } from '@node-rs/argon2'
import { loadElection } from '#apps/cli/load-election.ts'
import { openDatabase, type Tx } from '#database/open.ts'
import { ensureOrganiser } from '#features/accounts/server/setup-queries.ts'
import { upsertObservers } from '#features/observers/server/import/import-queries.ts'
import { accountKey } from '#features/session/domain.ts'
import type { Role } from '#kit/contract/roles.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { openSecrets, type Secrets } from '#kit/server/security/secrets.ts'
import { sampleFiles } from '#testing/evening/election.ts'
import { secret } from '#testing/secret.ts'
import { password } from '../../bench/data/people.ts'
import { endEarlierRound, firstDay, secondDay } from './earlier-round.ts'
import type { FieldMap } from './map.ts'
import { planRound } from './starting-plan.ts'
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
const organisations = ['organiser', 'other'] as const

const phoneOf = (nth: number) => `0722 ${String(nth).padStart(6, '0')}`
const pinOf = (nth: number) => String(1000 + ((nth * 7919) % 9000))

/** Creates the earlier round, the election, its observers and the staff users; returns the observers. */
export async function loadField(databaseUrl: string, { places }: FieldMap): Promise<Person[]> {
  const database = openDatabase({ url: databaseUrl, connections: 1 })
  const secrets = openSecrets(secret)
  const now = new Date()
  const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  try {
    return await database.write(async (tx) => {
      const ngos = { organiser: await ensureOrganiser(tx), other: await addOrganisation(tx) }
      await addStaff(tx, ngos, passwordHash)
      const into = { ngos, places, secrets, now }
      await endEarlierRound(tx, await loadRound(tx, into, { name: 'Turul întâi', day: firstDay }))
      const facts = { name: 'Alegeri la întâmplare', day: secondDay }
      const electionId = await loadRound(tx, into, facts)
      await planRound(tx, electionId)
      return listPeople(tx, electionId)
    })
  } finally {
    await database.close()
  }
}

type Round = {
  readonly ngos: Ngos
  readonly places: FieldMap['places']
  readonly secrets: Secrets
  readonly now: Date
}

/** Creates the election that becomes current, with the observers of both organisations. */
async function loadRound(
  tx: Tx,
  { ngos, places, secrets, now }: Round,
  facts: { readonly name: string; readonly day: string },
): Promise<Id<'elections'>> {
  const files = sampleFiles(facts, places)
  const { election } = await loadElection(tx, secrets, files, { state: 'live', now })
  for (const organisation of organisations)
    await upsertObservers(
      tx,
      { electionId: election.id, ngoId: ngos[organisation], secrets, now },
      rowsOf(organisation),
    )
  return election.id
}

const rowsOf = (organisation: Person['organisation']) =>
  Array.from({ length: observing[organisation] }, (_, index) => {
    const nth = index + 1 + (organisation === 'other' ? observing.organiser : 0)
    return { phone: phoneOf(nth), pin: pinOf(nth), name: `${names[nth % names.length]} ${nth}` }
  })

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

async function listPeople(tx: Tx, electionId: Id<'elections'>): Promise<Person[]> {
  const people: Person[] = []
  for (const organisation of organisations)
    for (const { phone, pin, name } of rowsOf(organisation)) {
      const { id } = await tx
        .selectFrom('observers')
        .select('id')
        .where('electionId', '=', electionId)
        .where('phone', '=', phone)
        .executeTakeFirstOrThrow()
      people.push(unheard({ id, name, phone, pins: [pin], organisation }))
    }
  return people
}
