import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plan } from '#features/assignments/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { notifications } from '../contract.ts'
import { addCrowd, idsOf, register, words } from './testing.ts'

const set = stage()

const missing = { code: 'thing.not-found' }
const listed = async (person: Stage['ana']) =>
  (await person.call(notifications.list, { query: {} })).data
const stored = ({ database }: Stage) =>
  Promise.all(
    (['notifications', 'deliveries'] as const).map(
      async (table) => (await database.primary.selectFrom(table).selectAll().execute()).length,
    ),
  )

test('returns the number of recipients, and records sender, message and recipients in history', async () => {
  const cast = await set()
  const { bogdan, dana } = await idsOf(cast)

  const accepted = await cast.ana.call(notifications.send, {
    body: {
      channel: 'Firebase',
      from: 'Monitorizare Vot',
      title: '  Atenție ',
      message: ' Rândul întâi\nrândul al doilea ',
      // As the first system's clients send them, and one of them twice.
      recipients: [bogdan, String(dana), bogdan],
    },
  })

  expect(accepted).toBe(2)
  expect(await listed(cast.ana)).toMatchObject([
    {
      title: 'Atenție',
      channel: 'Firebase',
      body: 'Rândul întâi\nrândul al doilea',
      insertedAt: cast.clock.now,
      senderAccount: 'ana',
      senderNgoName: 'Organizator',
      sentObserverIds: [bogdan, dana].sort((a, b) => a - b),
      recipients: 2,
      queued: 2,
    },
  ])
  const acts = await cast.database.primary
    .selectFrom('history')
    .select(['actorName', 'act', 'after'])
    .where('subject', '=', 'notifications')
    .execute()
  expect(acts).toMatchObject([
    { actorName: 'ana', act: 'notifications.sent', after: { title: 'Atenție', recipients: 2 } },
  ])
})

test('rejects a title with a blank', async () => {
  const { ana } = await set()
  const body = { title: 'Atenție, {nume}', message: 'Vino!' }

  await expect(ana.call(notifications.sendAll, { body })).rejects.toMatchObject({
    details: { errors: { title: [expect.stringContaining('title')] } },
  })
})

test.each([
  ['{prenume}, vino!', '{prenume}'],
  ['{Names}, vino!', '{Names}'],
  ['{name}, până la {ora}', '{ora}'],
])('refuses the message "%s", names its blank and lists the known ones', async (message, blank) => {
  const cast = await set()
  const { bogdan } = await idsOf(cast)
  const body = { title: 'Atenție', message }
  const refusal = {
    code: 'request.invalid',
    details: {
      errors: {
        message: [`Nothing fills ${blank}. Known are {name}, {nume}, {station}, {secția}`],
      },
    },
  }
  const before = await stored(cast)

  const toOne = cast.ana.call(notifications.send, { body: { ...body, recipients: [bogdan] } })
  await expect(toOne).rejects.toMatchObject(refusal)
  const toAll = cast.ana.call(notifications.sendAll, { body })
  await expect(toAll).rejects.toMatchObject(refusal)

  expect(await stored(cast)).toEqual(before)
})

test('sends a message to all observers the sender sees, except deleted ones', async () => {
  const cast = await set()
  const { bogdan, dana, emil } = await idsOf(cast)
  const sendAll = (person: Stage['ana']) => person.call(notifications.sendAll, { body: words })

  expect(await sendAll(cast.calin)).toBe(1)
  expect(await sendAll(cast.ana)).toBe(3)
  await cast.ana.call(observers.remove, { query: { id: bogdan } })
  expect(await sendAll(cast.ana)).toBe(2)

  const sentTo = (await listed(cast.ana)).map(({ sentObserverIds }) => sentObserverIds)
  expect(sentTo.map((ids) => new Set(ids))).toEqual([
    new Set([dana, emil]),
    new Set([bogdan, dana, emil]),
    new Set([dana]),
  ])
})

test('lets administrators send only to their own observers, refusing mixed recipients entirely', async () => {
  const cast = await set()
  const { bogdan, dana } = await idsOf(cast)
  const send = (recipients: number[]) =>
    cast.calin.call(notifications.send, { body: { ...words, recipients } })

  await expect(send([dana, bogdan, 999_999])).rejects.toMatchObject({
    status: 404,
    code: 'notification.unknown-recipients',
    details: { observerIds: [bogdan, 999_999] },
  })
  expect(await stored(cast)).toEqual([0, 0])
  expect(await send([dana])).toBe(1)
})

test('shows administrators the messages of their organisation, and organisers all', async () => {
  const cast = await set()
  await cast.ana.call(notifications.sendAll, { body: words })
  await cast.calin.call(notifications.sendAll, { body: { ...words, title: 'De la Călin' } })
  const [, anas] = await listed(cast.ana)
  const params = { id: anas!.id }

  expect(await listed(cast.calin)).toMatchObject([{ title: 'De la Călin', senderAccount: 'calin' }])
  await expect(cast.calin.call(notifications.find, { params })).rejects.toMatchObject(missing)
  await expect(
    cast.calin.call(notifications.deliveries, { params, query: {} }),
  ).rejects.toMatchObject(missing)
  await expect(cast.calin.call(notifications.retry, { params })).rejects.toMatchObject(missing)
  expect(await cast.ana.call(notifications.find, { params })).toMatchObject(anas!)
})

test('deduplicates repeated clicks and answers them equally, also when simultaneous', async () => {
  const cast = await set()
  const { bogdan, dana } = await idsOf(cast)
  const key = randomUUID()
  const click = () =>
    cast.ana.call(notifications.send, { body: { ...words, key, recipients: [bogdan, dana] } })

  expect(await Promise.all([click(), click(), click()])).toEqual([2, 2, 2])
  await cast.ana.call(observers.remove, { query: { id: bogdan } })
  expect(await click()).toBe(2)

  expect(await stored(cast)).toEqual([1, 2])
  const jobs = await cast.database.primary
    .selectFrom('history')
    .select('id')
    .where('act', '=', 'notifications.sent')
    .execute()
  expect(jobs).toHaveLength(1)
})

test('finds a message by its key for its sender only', async () => {
  const cast = await set()
  const key = randomUUID()
  await cast.ana.call(notifications.sendAll, { body: { ...words, key } })
  await cast.ana.call(notifications.sendAll, { body: words })
  const keyed = async (person: Stage['ana'], key: string) =>
    (await person.call(notifications.list, { query: { key: key } })).data.length

  expect(await keyed(cast.ana, key)).toBe(1)
  expect(await keyed(cast.ana, randomUUID())).toBe(0)
  expect(await keyed(cast.rodica, key)).toBe(0)
})

test('requires a title and a text within the size limit of the provider', async () => {
  const cast = await set()
  const { bogdan } = await idsOf(cast)
  const refused = async (body: object) =>
    Object.keys(
      (
        await cast.ana.send({
          method: 'POST',
          url: '/api/v1/notification/send',
          payload: { ...words, recipients: [bogdan], ...body },
        })
      ).json().errors ?? {},
    )

  expect(await refused({ title: ' ', message: '\n' })).toEqual(['title', 'message'])
  expect(await refused({ title: 'x'.repeat(201) })).toEqual(['title'])
  expect(await refused({ message: 'x'.repeat(1001) })).toEqual(['message'])
  // 500 of them are 2,000 bytes.
  expect(await refused({ message: '🗳️'.slice(0, 2).repeat(500) })).toEqual(['message'])
  expect(await refused({ recipients: [] })).toEqual(['recipients'])
  expect(await refused({ recipients: ['Bogdan'] })).toEqual(['recipients.0'])
  expect(await stored(cast)).toEqual([0, 0])
  expect(await refused({ message: 'ș'.repeat(900), title: 'x' })).toEqual([])
})

test('previews how many recipients lack a phone, and whether a provider is missing', async () => {
  const cast = await set()
  const { bogdan, dana, emil } = await idsOf(cast)
  await register(cast.bogdan, 'bogdan')
  const reach = (person: Stage['ana'], recipients?: number[]) =>
    person.call(notifications.reach, { body: { recipients } })

  expect(await reach(cast.ana)).toMatchObject({
    recipients: 3,
    withoutDevice: 2,
    hasProvider: false,
  })
  expect(await reach(cast.ana, [bogdan, emil])).toMatchObject({ recipients: 2, withoutDevice: 1 })
  expect(await reach(cast.calin)).toMatchObject({ recipients: 1, withoutDevice: 1 })
  await expect(reach(cast.calin, [bogdan, dana])).rejects.toMatchObject({
    details: { observerIds: [bogdan] },
  })
})

test('previews the blanks filled in for the first recipient that the sender may see', async () => {
  const cast = await set()
  const { bogdan, dana } = await idsOf(cast)
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Bogdan Pop', ['AB1', 2])
  const sample = async (person: Person, recipients?: number[]) =>
    (await person.call(notifications.reach, { body: { recipients } })).sample

  expect(await sample(cast.ana)).toEqual({ name: 'Bogdan Pop', station: 'Aiud 1, Aiud 2' })
  expect(await sample(cast.ana, [dana, bogdan])).toMatchObject({ name: 'Bogdan Pop' })
  expect(await sample(cast.calin)).toEqual({ name: 'Dana Ionescu', station: '–' })
  await plan(cast, 'Dana Ionescu', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  expect(await sample(cast.sanda, [dana])).toEqual({ name: 'Dana Ionescu', station: 'Dej 1' })
})

test('lists recipients by name, in pages and by state', async () => {
  const cast = await set()
  await cast.ana.call(notifications.sendAll, { body: words })
  const [{ id } = { id: 0 }] = await listed(cast.ana)
  const page = (query: object) => cast.ana.call(notifications.deliveries, { params: { id }, query })

  expect(await page({ pageSize: 2 })).toMatchObject({
    data: [
      { observerName: 'Bogdan Pop', observerPhone: '0700 000 001', state: 'queued', why: null },
      { observerName: 'Dana Ionescu', state: 'queued' },
    ],
    totalItems: 3,
    totalPages: 2,
  })
  expect(await page({ state: 'queued', page: 2, pageSize: 2 })).toMatchObject({
    data: [{ observerName: 'Emil Test' }],
  })
  expect(await page({ state: 'sent' })).toMatchObject({ data: [], totalItems: 0 })
})

test('accepts repeated opening by a recipient, and hides messages from other observers', async () => {
  const cast = await set()
  const { bogdan } = await idsOf(cast)
  await cast.ana.call(notifications.send, { body: { ...words, recipients: [bogdan] } })
  const [{ id } = { id: 0 }] = await listed(cast.ana)
  // A message's data are texts.
  const open = (person: Stage['bogdan']) =>
    person.call(notifications.open, { body: { notificationId: String(id) } })

  await open(cast.bogdan)
  await open(cast.bogdan)
  await expect(open(cast.dana)).rejects.toMatchObject(missing)

  expect(await listed(cast.ana)).toMatchObject([{ queued: 0, sent: 0, opened: 1, failed: 0 }])
})

test('fixes twenty thousand recipients at sending, and lists all of their ids', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await addCrowd(cast, 20_000)

  expect(await cast.ana.call(notifications.sendAll, { body: words })).toBe(20_003)

  const [sent] = await listed(cast.ana)
  expect(sent).toMatchObject({ recipients: 20_003, queued: 20_003 })
  expect(new Set(sent?.sentObserverIds).size).toBe(20_003)
})

test('omits ids when the caller only counts recipients', async () => {
  const cast = await set()
  await cast.ana.call(notifications.sendAll, { body: words })

  const { data } = await cast.ana.call(notifications.list, { query: { recipients: false } })

  expect(data).toMatchObject([{ recipients: 3, sentObserverIds: [] }])
})

test('removes the messages of a cleared rehearsal, also one still being delivered', async () => {
  const cast = await set()
  await cast.database.write((tx) =>
    tx.updateTable('elections').set({ state: 'rehearsal' }).execute(),
  )
  await register(cast.bogdan, 'bogdan')
  await cast.ana.call(notifications.sendAll, { body: words })

  await cast.ana.call(elections.clearRehearsal)
  await cast.startJobs()

  expect(await stored(cast)).toEqual([0, 0])
  const unfinished = () =>
    sql`select id from jobs where name = 'notifications.deliver'`.execute(cast.database.primary)
  await expect.poll(async () => (await unfinished()).rows).toEqual([])
})
