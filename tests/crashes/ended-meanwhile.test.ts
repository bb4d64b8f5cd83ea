import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { invitations } from '#features/invitations/contract.ts'
import { png, rows } from '#features/notes/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { countParts } from '#features/tasks/server/testing.ts'
import { contents } from '#testing/calls/endpoints.ts'
import { beginToSend, type Finish } from '#testing/calls/half-sent.ts'
import {
  formOf,
  type Person,
  passwords,
  person,
  phones,
  pins,
  type Stage,
  stage,
} from '#testing/stage.ts'

const set = stage()

/** A slow upload, with a file. */
type Upload = {
  readonly path: string
  readonly body: object
  readonly file: { readonly name: string; readonly bytes: Uint8Array }
}

const csv = (text: string) => ({ name: 'fișier.csv', bytes: new TextEncoder().encode(text) })
const people = csv('Phone,Pin,Name\n0711 000 001,1234,Ioana\n')
const note = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1, text: 'Coadă' }
const photograph = { name: 'a.png', bytes: png() }

/** For staff: an import, at once and as a task. */
const ofStaff: readonly Upload[] = [
  { path: observers.import.path, body: {}, file: people },
  { path: observers.startImport.path, body: {}, file: people },
]
/** For phones: a note with its photograph, by both calls. */
const ofPhones: readonly Upload[] = [
  { path: '/api/v2/note/upload', body: note, file: photograph },
  { path: '/api/v2/note', body: note, file: photograph },
]

async function begin(cast: Stage, url: string, who: Person, { path, body, file }: Upload) {
  const { bytes, type } = await formOf({ body }, [file])
  return beginToSend(cast, { url, path, token: await who.token(), type, body: bytes })
}

/**
 * The status of each: all are finished before one is judged, because a server does not stop while it still
 * waits.
 */
async function finishAll(begun: readonly Finish[]): Promise<number[]> {
  const replies = await Promise.all(begun.map((finish) => finish()))
  return replies.map(({ status }) => status)
}

/**
 * Nothing of the upload is stored. An unreferenced photograph is in the store until it is swept
 * (docs/decisions/008), as after a broken connection.
 */
async function expectNothing(cast: Stage): Promise<void> {
  expect(await rows(cast)).toEqual({ notes: 0, attachments: 0, unplaced: 0, visits: 0 })
  expect(await countParts(cast)).toBe(0)
  const held = await contents(cast)
  expect(held.find(({ name }) => name === 'tasks')).toMatchObject({ rows: 0 })
  const people = await cast.ana.call(observers.list, { query: { name: 'Ioana' } })
  expect(people.totalItems).toBe(0)
}

const calin = async ({ ana }: Stage) => {
  const id = (await ana.call(accounts.list)).find(({ account }) => account === 'calin')!.id
  return { params: { id } }
}

const tokenIn = (link: string) => /token=([\w-]{43})/.exec(link)?.[1] ?? ''
const fresh = 'o parolă nouă și lungă'

/** Călin, signed in once more. */
async function elsewhere({ app, stranger }: Stage): Promise<Person> {
  const body = { user: 'calin', password: passwords.calin }
  const { access_token } = await stranger.call(session.authorize, { body })
  return person(app, async () => access_token)
}

/** Everything that ends a staff session, or removes its right; and the expected status. */
const staffEnds: readonly (readonly [string, 401 | 403, (cast: Stage) => Promise<unknown>])[] = [
  ['signing out', 401, ({ calin }) => calin.call(session.signOut)],
  [
    'ending all other sessions',
    401,
    async (cast) => (await elsewhere(cast)).call(session.endOthers),
  ],
  [
    'a password of one’s own',
    401,
    async (cast) => {
      const body = { current: passwords.calin, password: fresh }
      return (await elsewhere(cast)).call(accounts.changeOwnPassword, { body })
    },
  ],
  [
    'a password that another sets',
    401,
    async (cast) =>
      cast.ana.call(accounts.setPassword, { ...(await calin(cast)), body: { password: fresh } }),
  ],
  [
    'a link that is taken',
    401,
    async (cast) => {
      const { link } = await cast.ana.call(invitations.invite, await calin(cast))
      const body = { token: tokenIn(link), password: fresh }
      return cast.stranger.call(invitations.accept, { body })
    },
  ],
  [
    'deleting the account',
    401,
    async (cast) => cast.ana.call(accounts.remove, { ...(await calin(cast)), query: {} }),
  ],
  [
    'switching the organisation off',
    401,
    async ({ ana }) => {
      const { id } = (await ana.call(accounts.listNgos)).find((one) => !one.isOrganiser)!
      return ana.call(accounts.editNgo, { params: { id }, body: { isActive: false } })
    },
  ],
  [
    'another role',
    403,
    async (cast) =>
      cast.ana.call(accounts.setRole, { ...(await calin(cast)), body: { role: 'guest' } }),
  ],
]

const bogdan = async ({ ana }: Stage) =>
  (await ana.call(observers.list, { query: { name: 'Bogdan' } })).data[0]!.id

/** The same for phones. */
const phoneEnds: readonly (readonly [string, (cast: Stage) => Promise<unknown>])[] = [
  ['signing out', ({ bogdan }) => bogdan.call(session.signOut)],
  [
    'a new pin',
    ({ ana }) =>
      ana.call(observers.resetPin, {
        body: { action: 'reset-password', phoneNumber: phones.bogdan, pin: '4321' },
      }),
  ],
  [
    'another pin',
    async (cast) =>
      cast.ana.call(observers.edit, { body: { observerId: await bogdan(cast), pin: '4321' } }),
  ],
  [
    'deleting the observer',
    async (cast) => cast.ana.call(observers.remove, { query: { id: await bogdan(cast) } }),
  ],
]

test.each(staffEnds)(
  'stores nothing of an import that arrives across %s',
  async (_what, status, end) => {
    const cast = await set()
    const url = await cast.listen()
    const begun = []
    for (const upload of ofStaff) begun.push(await begin(cast, url, cast.calin, upload))

    await end(cast)

    expect(await finishAll(begun)).toEqual(begun.map(() => status))
    await expectNothing(cast)
  },
)

test.each(phoneEnds)('stores nothing of a note that arrives across %s', async (_what, end) => {
  const cast = await set()
  const url = await cast.listen()
  const begun = []
  for (const upload of ofPhones) begun.push(await begin(cast, url, cast.bogdan, upload))

  await end(cast)

  expect(await finishAll(begun)).toEqual(begun.map(() => 401))
  await expectNothing(cast)
})

test('stores nothing of an import of places when its session ends meanwhile', async () => {
  const cast = await set()
  const url = await cast.listen()
  const counties = csv('Code,Name\nXX,Nou\n')
  const [now, later] = [places.importCounties.path, places.startCountyImport.path]
  const uploads = [now, later].map((path) => ({ path, body: {}, file: counties }))
  const { access_token } = await cast.stranger.call(session.authorize, {
    body: { user: 'ana', password: passwords.ana },
  })
  const other = person(cast.app, async () => access_token)
  const begun = []
  for (const upload of uploads) begun.push(await begin(cast, url, other, upload))

  await cast.ana.call(session.endOthers)

  expect(await finishAll(begun)).toEqual(begun.map(() => 401))
  await expectNothing(cast)
  const codes = (await cast.ana.call(places.counties)).map(({ code }) => code)
  expect(codes).not.toContain('XX')
})

test('accepts uploads while their session goes on', async () => {
  const cast = await set()
  const url = await cast.listen()
  const begun = []
  for (const upload of ofStaff) begun.push(await begin(cast, url, cast.calin, upload))
  for (const upload of ofPhones) begun.push(await begin(cast, url, cast.bogdan, upload))
  await (await elsewhere(cast)).call(session.signOut)
  const body = { user: phones.bogdan, password: pins.bogdan, uniqueId: 'another' }
  await cast.stranger.call(session.authorize, { body })

  const statuses = []
  for (const finish of begun) statuses.push((await finish()).status)

  expect(statuses).toEqual([200, 200, 200, 200])
})
