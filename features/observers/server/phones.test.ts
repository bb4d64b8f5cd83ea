import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { session } from '#features/session/contract.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, phones, pins, type Stage, stage } from '#testing/stage.ts'
import { observers } from '../contract.ts'
import { countNobody } from './testing.ts'

const set = stage()

const ways = ['+40 722 000 000', '0040722000000', '0722000000', '40722000000', '722 000 000']
const ioana = { name: 'Ioana', pin: '4821' }

const authorize = (stranger: Person, user: string, password: string = ioana.pin) =>
  stranger.send({
    method: 'POST',
    url: '/api/v2/access/authorize',
    payload: { user, password, uniqueId: 'phone' },
  })

const namesBy = async ({ ana }: Stage, number: string) =>
  (await ana.call(observers.list, { query: { number } })).data.map(({ name }) => name)

const fileOf = (rows: readonly string[]) => [
  {
    name: 'observatori.csv',
    bytes: new TextEncoder().encode(['Phone,Pin,Name', ...rows].join('\n')),
  },
]

/** Stores observers of Ana's organisation as before phones were normalised. */
const storedBefore = ({ database, outside }: Stage, typed: readonly string[]) =>
  database.write(async (tx) => {
    for (const phone of typed)
      await sql`
        insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
        select election_id, ngo_id, ${`Observator ${phone}`}, ${phone},
               ${phone.replace(/\D/g, '')}, ${outside.secrets.hashPin(pinOf(phone))}
          from observers where name = 'Bogdan Pop'`.execute(tx)
    await countNobody(tx)
  })

/** The last four digits of the phone; another PIN when it was typed with a plus. */
const pinOf = (phone: string) =>
  phone.startsWith('+') ? '9999' : phone.replace(/\D/g, '').slice(-4)

const read = async (cast: Stage) => {
  await cast.startJobs()
  await vi.waitFor(async () => {
    const { rows } = await sql`select from observers where phone_read_in is null`.execute(
      cast.database.primary,
    )
    expect(rows).toHaveLength(0)
  }, pollOptions)
}

test.each(ways)('signs observers in and resets PINs by the phone typed as %s', async (user) => {
  const { ana, stranger } = await set()
  await ana.call(observers.add, { body: { ...ioana, phone: '+40 722-000-000' } })

  expect((await authorize(stranger, user)).statusCode).toBe(200)
  const body = { action: 'reset-password', phoneNumber: user, pin: '1248' } as const
  await ana.call(observers.resetPin, { body })
  expect((await authorize(stranger, user, '1248')).statusCode).toBe(200)
})

test.each(ways)('rejects a taken phone that is typed as %s', async (phone) => {
  const { ana } = await set()
  await ana.call(observers.add, { body: { ...ioana, phone: '0722 000 000' } })
  const { id } = (await ana.call(observers.list, { query: { number: phones.bogdan } })).data[0]!

  const taken = { code: 'observer.phone-taken', details: { phone } }
  await expect(ana.call(observers.add, { body: { ...ioana, phone } })).rejects.toMatchObject(taken)
  await expect(ana.call(observers.edit, { body: { observerId: id, phone } })).rejects.toMatchObject(
    taken,
  )
})

test('stores a phone as typed', async () => {
  const cast = await set()
  await cast.ana.call(observers.add, { body: { ...ioana, phone: '0040 722 000 000' } })

  const { data } = await cast.ana.call(observers.list, { query: { number: '0722000000' } })
  expect(data).toMatchObject([{ phone: '0040 722 000 000', name: 'Ioana' }])
})

test('compares text that is no phone number, such as 1234, by its digits', async () => {
  const { ana, stranger } = await set()
  await ana.call(observers.add, { body: { ...ioana, phone: '12-34' } })

  expect((await authorize(stranger, '1234')).statusCode).toBe(200)
  expect((await authorize(stranger, '+401234')).statusCode).toBe(400)
  await expect(
    ana.call(observers.add, { body: { ...ioana, phone: '1234' } }),
  ).rejects.toMatchObject({ code: 'observer.phone-taken' })
})

test('counts attempts for a phone in any notation together', async () => {
  const { ana, stranger } = await set()
  await ana.call(observers.add, { body: { ...ioana, phone: '0722 000 000' } })
  for (const user of ways) await authorize(stranger, user, '0000')

  expect((await authorize(stranger, '+40722000000')).statusCode).toBe(429)
})

test.each(['+40722', '0040 722', '0722', '722 000', '+40 722 000 000', '0722000000'])(
  'by %s are found, in the list, among the reports and in their export, all who have such a number',
  async (number) => {
    const cast = await set()
    const { ana, stranger, bogdan, dana } = cast
    const { id } = (await ana.call(observers.list, { query: { number: phones.bogdan } })).data[0]!
    for (const person of [bogdan, dana]) await send(person, answerOf(cast, aiud, 'A1.1', 'Nu'))
    await ana.call(observers.edit, { body: { observerId: id, phone: '0722-000-000' } })
    expect(await namesBy(cast, number)).toEqual(['Bogdan Pop'])
    await ana.call(observers.edit, { body: { observerId: id, phone: '+40722000000' } })

    expect(await namesBy(cast, number)).toEqual(['Bogdan Pop'])
    const query = { observerPhoneNumber: number }
    const { threads } = await ana.call(answers.list, { query })
    expect(threads).toMatchObject([{ observerPhoneNumber: '+40722000000' }])
    const params = new URLSearchParams({ format: 'csv', phoneObserver: number })
    const { body: exported } = await ana.send({ url: `/api/v1/export/all?${params}` })
    expect(exported).toContain('Bogdan Pop')
    expect(exported).not.toContain('Dana Ionescu')
    expect((await authorize(stranger, '0722000000', pins.bogdan)).statusCode).toBe(200)
  },
)

test('lists the observer with the exact number first, in any notation', async () => {
  const cast = await set()
  for (const [name, phone] of [
    ['Ana', '0040722000000123'],
    ['Ioana', '0722 000 000'],
  ])
    await cast.ana.call(observers.add, { body: { name: name!, phone: phone!, pin: '1234' } })

  expect(await namesBy(cast, '+40722000000')).toEqual(['Ioana', 'Ana'])
})

test('recognises observers by number in an import, and reports a repeated number', async () => {
  const cast = await set()
  await cast.ana.call(observers.add, { body: { ...ioana, phone: '0722 000 000' } })

  const report = await cast.ana.call(
    observers.checkImport,
    { body: {} },
    fileOf(['+40722000000,4821,Ioana', '0733444555,1234,Radu', '+40 733 444 555,1234,Radu']),
  )
  expect(report).toMatchObject({ added: 1, changed: 1, unchanged: 0 })
  expect(report.wrong).toMatchObject([
    { line: 4, faults: [{ code: 'row.twice', details: { key: '+40733444555', line: '3' } }] },
  ])

  await cast.ana.call(observers.import, { body: {} }, fileOf(['+40722000000,4821,Ioana Pop']))
  expect(await namesBy(cast, '0722000000')).toEqual(['Ioana Pop'])
})

test('completes only a phone without its leading zero, and reports it in the check', async () => {
  const cast = await set()
  const { ana, stranger } = cast
  const file = fileOf(['733444555,4821,Ioana', '0722000000,4821,Radu', '+40744000000,4821,Dan'])

  const check = await ana.call(observers.checkImport, { body: {} }, file)
  expect(check).toMatchObject({
    added: 3,
    completed: [{ line: 2, from: '733444555', to: '0733444555' }],
  })

  await ana.call(observers.import, { body: {} }, file)
  expect((await authorize(stranger, '0733 444 555')).statusCode).toBe(200)
  const { data } = await ana.call(observers.list, { query: { number: '733444555' } })
  expect(data).toMatchObject([{ name: 'Ioana', phone: '0733444555' }])
  // Importing the same file again changes nothing.
  expect(await ana.call(observers.checkImport, { body: {} }, file)).toMatchObject({ unchanged: 3 })
})

test('completes no phone in a country without leading zeros', async () => {
  const { ana } = await set()
  await ana.call(elections.edit, { body: { country: 'PL' } })

  const report = await ana.call(observers.checkImport, { body: {} }, fileOf(['512345678,4821,Ola']))
  expect(report).toMatchObject({ added: 1, completed: [] })
})

test('signs in observers stored before phones were normalised, during and after the backfill', async () => {
  const cast = await set()
  const { ana, stranger } = cast
  await storedBefore(cast, ['0722 000 001', '733000002', '1234'])

  expect((await authorize(stranger, '0722000001', '0001')).statusCode).toBe(200)
  expect((await authorize(stranger, '1234', '1234')).statusCode).toBe(200)
  await read(cast)

  for (const [user, pin] of [
    ['+40722000001', '0001'],
    ['0722 000 001', '0001'],
    ['0733000002', '0002'],
    ['1234', '1234'],
  ])
    expect((await authorize(stranger, user!, pin!)).statusCode).toBe(200)
  await expect(
    ana.call(observers.add, { body: { ...ioana, phone: '+40 722 000 001' } }),
  ).rejects.toMatchObject({ code: 'observer.phone-taken' })
})

test('keeps two earlier observers with one number, who sign in with the number as typed', async () => {
  const cast = await set()
  const { ana, stranger, database } = cast
  await storedBefore(cast, ['0722000001', '+40722000001'])
  await read(cast)

  const signedIn = async (user: string, password: string) => {
    const { access_token } = await stranger.call(session.authorize, {
      body: { user, password, uniqueId: 'phone' },
    })
    return JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString()).sub
  }
  expect(await signedIn('0722 000 001', '0001')).toBe('0722000001')
  expect(await signedIn('+40 722 000 001', '9999')).toBe('+40722000001')
  // Typed in a third way: the PIN decides.
  expect(await signedIn('0040722000001', '0001')).toBe('0722000001')
  expect(await signedIn('0040722000001', '9999')).toBe('+40722000001')

  await expect(
    ana.call(observers.add, { body: { ...ioana, phone: '722000001' } }),
  ).rejects.toMatchObject({ code: 'observer.phone-taken' })
  const { wrong } = await ana.call(
    observers.checkImport,
    { body: {} },
    fileOf(['0040722000001,1234,Ioana']),
  )
  expect(wrong).toMatchObject([
    {
      faults: [
        {
          code: 'phone.of-several',
          details: { phone: '0040722000001', phones: '0722000001, +40722000001' },
        },
      ],
    },
  ])
  const kept = await database.primary
    .selectFrom('observers')
    .select('phone')
    .where('deletedAt', 'is', null)
    .where('phoneE164', '=', '+40722000001')
    .execute()
  expect(kept).toHaveLength(2)
})

test('lists observers with one number together until it is corrected', async () => {
  const cast = await set()
  const { ana, calin } = cast
  const sharing = async (person: Person) =>
    (await person.call(observers.list, { query: { sharing: true } })).data
  await storedBefore(cast, ['0722000001', '0722000003', '+40722000001', '733000002', '0733000002'])
  await read(cast)

  const found = await sharing(ana)
  expect(found).toMatchObject([
    { phone: '+40722000001', e164: '+40722000001' },
    { phone: '0722000001', e164: '+40722000001' },
    { phone: '0733000002', e164: '+40733000002' },
    { phone: '733000002', e164: '+40733000002' },
  ])
  expect(await sharing(calin)).toEqual([])

  await ana.call(observers.remove, { query: { id: found[0]!.id } })
  await ana.call(observers.edit, { body: { observerId: found[2]!.id, phone: '0733000009' } })
  expect(await sharing(ana)).toEqual([])
})

test('keeps a shared number taken after one observer is deleted, who can be restored', async () => {
  const cast = await set()
  const { ana } = cast
  await storedBefore(cast, ['0722000001', '+40722000001'])
  await read(cast)
  const { data } = await ana.call(observers.list, { query: { number: '0722000001' } })

  for (const { id } of data) {
    await ana.call(observers.remove, { query: { id } })
    await expect(
      ana.call(observers.add, { body: { ...ioana, phone: '0040722000001' } }),
    ).rejects.toMatchObject({ code: 'observer.phone-taken' })
    await ana.call(observers.restore, { params: { id } })
  }

  expect((await ana.call(observers.list, { query: { number: '0722000001' } })).totalItems).toBe(2)
})

test('normalises phones for a new home country, and still accepts the typed number', async () => {
  const cast = await set()
  const { ana, stranger } = cast
  await cast.startJobs()
  await ana.call(observers.add, { body: { ...ioana, phone: '512 345 678' } })

  await ana.call(elections.edit, { body: { country: 'PL' } })
  await vi.waitFor(
    async () => expect((await authorize(stranger, '+48512345678')).statusCode).toBe(200),
    pollOptions,
  )

  expect((await authorize(stranger, '512345678')).statusCode).toBe(200)
  expect((await authorize(stranger, '+40512345678')).statusCode).toBe(400)
  expect(await ana.call(elections.current)).toMatchObject({ country: 'PL' })
})

test('takes the home country from the time zone unless it is set', async () => {
  const { ana, stranger } = await set()
  await ana.call(elections.edit, { body: { timezone: 'Europe/Warsaw' } })
  await ana.call(observers.add, { body: { ...ioana, phone: '512 345 678' } })

  expect((await authorize(stranger, '+48 512 345 678')).statusCode).toBe(200)
  expect(await ana.call(elections.current)).toMatchObject({ country: null })
  await expect(ana.call(elections.edit, { body: { country: 'XX' } })).rejects.toMatchObject({
    code: 'request.invalid',
  })
})

test('erasing observers deletes their normalised numbers, too', async () => {
  const cast = await set()
  const { ana, database } = cast
  await cast.startJobs()
  const { id } = (await ana.call(elections.list, { query: {} }))[0]!
  const next = await ana.call(elections.add, {
    body: { name: 'Turul doi', day: '2026-12-06', timezone: 'Europe/Bucharest' },
  })
  await ana.call(elections.makeCurrent, { params: { id: next as never } })
  await ana.call(elections.archive, { params: { id } })
  await ana.call(elections.erasePeople, { params: { id } })

  await vi.waitFor(async () => {
    const left = await database.primary
      .selectFrom('observers')
      .select('id')
      .where('electionId', '=', id)
      .where((is) => is.or([is('phone', '<>', ''), is('phoneE164', 'is not', null)]))
      .execute()
    expect(left).toEqual([])
  }, pollOptions)
})
