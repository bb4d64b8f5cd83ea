// @module-tag slow
import { expect, test, vi } from 'vitest'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { exports } from '#features/export/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { png } from '#features/notes/server/testing.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { review } from '#features/reviews/server/testing.ts'
import { session } from '#features/session/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { filesInBucket } from '#kit/server/files/bucket.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { buckets, type TestBucket } from '#kit/server/files/testing-bucket.ts'
import { pollOptions } from '#testing/polling.ts'
import { phones, pins, type Stage, stage } from '#testing/stage.ts'
import { elections } from '../contract.ts'
import { currentId, listed, make, prepare } from './testing.ts'
import { tracesOf } from './testing-traces.ts'

const open = buckets()
let bucket: TestBucket | undefined
const set = stage(async (folder) => {
  bucket = undefined
  return filesIn(folder)
})
const setWithBucket = stage(async (folder) => {
  bucket = await open()
  return filesInBucket(bucket.settings, folder, () => 0)
})

/** A phone in every spelling in which it may be stored. */
const writtenOf = (typed: string) => {
  const digits = typed.replaceAll(' ', '')
  return [typed, digits, `+4${digits}`]
}
const newPhone = '0711 222 333'
const added = { name: 'Ioana Vlad', phone: '0722 111 444', pin: '4444' }
const refused = { name: 'Petru Scurt', phone: '0733 111 555' }
const traces = [
  ...[phones.bogdan, newPhone, added.phone, refused.phone, phones.dana].flatMap(writtenOf),
  ...['Bogdan', 'Ioana Vlad', 'Petru Scurt', 'Dana Ionescu'],
]

const whereAll = (cast: Stage) => tracesOf(cast, traces, bucket?.objects)

const tryIn = ({ stranger }: Stage, user: string, password: string, uniqueId: string) =>
  stranger.call(session.authorize, { body: { user, password, uniqueId } })

async function idOf({ ana }: Stage, name: string) {
  const { data } = await ana.call(observers.list, { query: { name } })
  return data[0]!.id
}

/** Adds data about Bogdan, who changes name and phone, and about others. */
async function known(cast: Stage): Promise<Id<'elections'>> {
  const { ana, bogdan, calin, dana } = cast
  await cast.startJobs()
  const id = await currentId(cast)
  const observerId = await idOf(cast, 'Bogdan')
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const { threads } = await list(ana)
  const reason = 'Bogdan a scris de la altă secție'
  await review(ana, threads, { state: 'set-aside', reason })
  await review(ana, threads, { state: 'set-aside', reason: `${reason}, sigur` })
  await bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, [
    { name: 'a.png', bytes: png() },
  ])
  await bogdan.call(session.registerDevice, { body: { channelName: 'Firebase', token: 'fcm-b' } })
  await ana.call(notifications.send, {
    body: { recipients: [`${observerId}`], title: 'Bun venit', message: 'Succes' },
  })
  for (const [password, phone] of [
    ['9999', 'a stranger’s'],
    ['9998', 'bogdan'],
  ] as const)
    await expect(tryIn(cast, phones.bogdan, password, phone)).rejects.toThrow()
  await ana.call(observers.edit, {
    body: { observerId, name: 'Bogdan Popa', phone: newPhone },
  })
  await expect(tryIn(cast, newPhone, '9999', 'bogdan')).rejects.toThrow()
  const text = `Telefon;Pin;Nume\n${added.phone};${added.pin};${added.name}\n${refused.phone};12;${refused.name}\n`
  const file = [{ name: 'Bogdan.csv', bytes: new TextEncoder().encode(text) }]
  const imported = await ana.call(observers.startImport, { body: { skipInvalid: true } }, file)
  await taskThat(ana, imported, { state: 'done' })
  const exported = await ana.call(exports.start, {
    body: { what: 'answers', observerPhoneNumber: newPhone },
  })
  await taskThat(ana, exported, { state: 'done' })
  await ana.send({ url: '/api/v1/observer/export?format=csv&name=Bogdan' })
  await dana.call(session.me)
  const danas = await calin.call(observers.list, { query: {} })
  await calin.call(observers.remove, { query: { id: danas.data[0]!.id } })
  return id
}

/** Observers fail to sign in after another election became current, which leaves traces. */
async function afterTheSwitch(cast: Stage): Promise<void> {
  await expect(tryIn(cast, newPhone, pins.bogdan, 'bogdan')).rejects.toThrow()
  await expect(tryIn(cast, phones.bogdan, pins.bogdan, 'bogdan')).rejects.toThrow()
  await expect(tryIn(cast, added.phone, added.pin, 'ioana')).rejects.toThrow()
  for (let time = 0; time < 6; time++)
    await expect(tryIn(cast, newPhone, '0000', 'a stranger’s')).rejects.toThrow()
}

async function erase(cast: Stage, id: Id<'elections'>): Promise<void> {
  await cast.ana.call(elections.erasePeople, { params: { id } })
  await vi.waitFor(async () => {
    const all = await cast.ana.call(elections.list, { query: {} })
    expect(all.find((one) => one.id === id)).toMatchObject({
      erasing: null,
      peopleErasedAt: expect.any(Date),
    })
  }, pollOptions)
}

test.each([
  ['a folder', set],
  ['a bucket', setWithBucket],
])(
  'erases every name of an observer from all columns and from the disk (%s)',
  async (_where, prepared) => {
    const cast = await prepared()
    const id = await known(cast)
    await make(cast, await prepare(cast))
    await afterTheSwitch(cast)
    await cast.ana.call(elections.archive, { params: { id } })
    expect(await whereAll(cast)).toEqual(
      expect.arrayContaining([
        'public.history.after',
        'public.observers.phone_e164',
        'public.sign_in_failures.account',
        'public.tasks.file_name',
      ]),
    )

    await erase(cast, id)

    expect(await whereAll(cast)).toEqual([])
  },
)

test('erases an election again after it was reopened and filled again', async () => {
  const cast = await set()
  const id = await known(cast)
  const next = await prepare(cast)
  await make(cast, next)
  await cast.ana.call(elections.archive, { params: { id } })
  await erase(cast, id)

  await cast.ana.call(elections.reopen, { params: { id } })
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ peopleErasedAt: null })
  await make(cast, id)
  await cast.ana.call(observers.add, { body: added })
  await tryIn(cast, added.phone, added.pin, 'ioana')
  await make(cast, next)
  await cast.ana.call(elections.archive, { params: { id } })
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ peopleErasedAt: null })
  expect(await whereAll(cast)).not.toEqual([])

  await erase(cast, id)

  expect(await whereAll(cast)).toEqual([])
})

test('keeps observers in another election when one election is erased', async () => {
  const cast = await set()
  const id = await known(cast)
  await make(cast, await prepare(cast))
  await cast.ana.call(observers.add, { body: { ...added, pin: '5555' } })
  await expect(tryIn(cast, added.phone, '0000', 'ioana')).rejects.toThrow()
  await cast.ana.call(elections.archive, { params: { id } })

  await erase(cast, id)

  expect(await tracesOf(cast, writtenOf(added.phone))).toContain('public.sign_in_failures.account')
  await tryIn(cast, added.phone, '5555', 'ioana')
  expect((await list(cast.ana)).totalItems).toBe(0)
})
