import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { passwords, type Stage, stage } from '#testing/stage.ts'
import { accounts } from '../contract.ts'
import { readAccountKeys } from './setup-queries.ts'

const set = stage()

const password = 'o parolă de la Ana'

/** Spellings of a single account by keyboards, screens and people. */
const sameNames = [
  ['composed and in parts', '\u0218tefan', 'S\u0326tefan'],
  ['capitals beyond ASCII', 'ștefan', 'ȘTEFAN'],
  ['the cedilla of older keyboards', 'ștefan', 'şTEFAN'],
  ['one letter that is two in capitals', 'Weiß', 'WEISS'],
  ['the two sigmas', 'ΟΔΟΣ', 'οδοσ'],
] as const

const add = ({ ana }: Stage, account: string) =>
  ana.call(accounts.add, { body: { account, password } })

const tryIn = ({ stranger }: Stage, user: string, password: string) =>
  stranger.call(session.authorize, { body: { user, password: password } }).then(
    () => 'in',
    ({ code }) => code,
  )

const namesOf = async ({ ana }: Stage) =>
  (await ana.call(accounts.list)).map(({ account }) => account)

test.each(sameNames)(
  'treats names that look the same as a single account: %s',
  async (_what, one, other) => {
    const cast = await set()
    await add(cast, one)

    await expect(add(cast, other)).rejects.toMatchObject({ code: 'account.taken' })
    expect(await tryIn(cast, other, password)).toBe('in')
  },
)

test('counts guesses together for every spelling of a name', async () => {
  const cast = await set()
  await add(cast, 'Ștefan Weiß')
  const ways = ['Ștefan Weiß', 'S\u0326tefan WEISS', 'ŞTEFAN weiss', 'ștefan weiß', 'ȘTEFAN WEIẞ']

  for (const way of ways) await tryIn(cast, way, 'a guess')

  expect(await tryIn(cast, 'Ștefan Weiß', password)).toBe('request.too-many')
})

test('adds its number to the later of two existing accounts with matching names', async () => {
  const cast = await set()
  const id = await add(cast, 'Ștefan')
  const later = await add(cast, 'other')
  // In the state of an older version.
  await cast.database.write((tx) =>
    sql`update staff set account_key = 'unread ' || id,
               account = case when id = ${later} then ${'S\u0326TEFAN'} else account end`.execute(
      tx,
    ),
  )

  const renamed = await cast.database.write((tx) => readAccountKeys(tx))

  const after = `S\u0326TEFAN (${later})`
  expect(renamed).toEqual([{ id: later, before: 'S\u0326TEFAN', after }])
  expect(await namesOf(cast)).toEqual(expect.arrayContaining(['ana', 'calin', 'Ștefan', after]))
  expect(await tryIn(cast, 'ștefan', password)).toBe('in')
  expect(await tryIn(cast, after, password)).toBe('in')
  expect(await tryIn(cast, 'CĂLIN', passwords.calin)).toBe('session.refused')
  expect(id).toBeLessThan(later)
  expect(await cast.database.write((tx) => readAccountKeys(tx))).toEqual([])
})

const countyOf = async ({ ana }: Stage, wanted: string) =>
  (await ana.call(places.counties)).find(({ code }) => code === wanted)!

test('keeps county limits when the county code changes', async () => {
  const cast = await set()
  const { ana, sanda, gelu } = cast
  const before = await sanda.call(observers.list, { query: {} })
  const { id } = await countyOf(cast, 'CJ')

  await ana.call(places.editCounty, { params: { id }, body: { code: 'KJ' } })

  expect(await sanda.call(session.me)).toMatchObject({ counties: [{ code: 'KJ', name: 'Cluj' }] })
  expect(await gelu.call(session.me)).toMatchObject({ counties: [{ code: 'KJ', name: 'Cluj' }] })
  expect(await sanda.call(observers.list, { query: {} })).toEqual(before)
  const limits = (await ana.call(accounts.list)).flatMap(({ account, countyCodes }) =>
    countyCodes ? [[account, countyCodes]] : [],
  )
  expect(limits).toEqual([
    ['gelu', ['KJ']],
    ['sanda', ['KJ']],
  ])
  const { data } = await ana.call(history.list, { query: { act: 'accounts.role-set' } })
  expect(data).toMatchObject([
    { before: { countyCodes: ['CJ'] }, after: { countyCodes: ['KJ'] } },
    { before: { countyCodes: ['CJ'] }, after: { countyCodes: ['KJ'] } },
  ])
  // Another county may get the code from now on, outside their limits.
  const body = { code: 'CJ', name: 'Altul', numberOfPollingStations: 1 }
  await ana.call(places.addCounty, { body })
  expect(await sanda.call(session.me)).toMatchObject({ counties: [{ code: 'KJ' }] })
})

test('refuses limits to unknown counties but keeps existing limits to deleted ones', async () => {
  const cast = await set()
  const { ana } = cast
  const noSuch = { code: 'account.no-such-county', details: { countyCodes: ['XX'] } }
  const body = { account: 'elena', password, role: 'guest', countyCodes: ['CJ', 'XX'] } as const
  await expect(
    ana.call(accounts.add, { body: { ...body, countyCodes: [...body.countyCodes] } }),
  ).rejects.toMatchObject(noSuch)
  expect(await namesOf(cast)).not.toContain('elena')
  const params = {
    id: (await ana.call(accounts.list)).find(({ account }) => account === 'sanda')!.id,
  }
  await expect(
    ana.call(accounts.setRole, { params, body: { countyCodes: ['XX'] } }),
  ).rejects.toMatchObject(noSuch)

  // A deleted county may be restored, so a role change keeps its limit.
  await cast.database.write((tx) =>
    sql`update staff set county_codes = '{CJ,ZZ}' where account = 'sanda'`.execute(tx),
  )
  await ana.call(accounts.setRole, { params, body: { role: 'guest', countyCodes: ['CJ', 'ZZ'] } })
  expect(await cast.sanda.call(session.me)).toMatchObject({ role: 'guest' })
})
