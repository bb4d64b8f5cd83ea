import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, phones, stage } from '#testing/stage.ts'
import { observers } from '../contract.ts'

const set = stage()

const dana = async (person: Person) => {
  const { data } = await person.call(observers.list, { query: { number: phones.dana } })
  return data[0]!
}

test('rejects the second of two edits of one field, and keeps the first', async () => {
  const { ana, calin } = await set()
  const { id: observerId, revision } = await dana(ana)
  await calin.call(observers.edit, { body: { observerId, name: 'Dana Pop', revision } })

  const second = ana.call(observers.edit, { body: { observerId, name: 'Dana Rus', revision } })

  await expect(second).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    details: { revision: revision + 1, fields: ['name'] },
  })
  expect(await dana(ana)).toMatchObject({
    name: 'Dana Pop',
    revision: revision + 1,
    changes: { name: { revision: revision + 1, by: 'calin' } },
  })
})

test('merges two edits of one observer that do not conflict', async () => {
  const { ana, calin } = await set()
  const { id: observerId, revision } = await dana(ana)
  await calin.call(observers.edit, { body: { observerId, name: 'Dana Pop', revision } })

  await ana.call(observers.edit, { body: { observerId, phone: '0700 000 099', revision } })
  await ana.call(observers.edit, { body: { observerId, name: 'Dana Pop', revision } })

  const { data } = await ana.call(observers.list, { query: { id: observerId } })
  expect(data).toMatchObject([{ name: 'Dana Pop', phone: '0700 000 099', revision: revision + 2 }])
})

test('rejects a new PIN when the PIN changed meanwhile', async () => {
  const { ana, calin } = await set()
  const { id: observerId, revision } = await dana(ana)
  await calin.call(observers.resetPin, {
    body: { action: 'reset-password', phoneNumber: phones.dana, pin: '8888' },
  })

  await expect(
    ana.call(observers.edit, { body: { observerId, pin: '9999', revision } }),
  ).rejects.toMatchObject({ details: { fields: ['pin'] } })
})

test('changes only the named fields when an edit has no revision', async () => {
  const { ana, calin } = await set()
  const { id: observerId, revision } = await dana(ana)
  await calin.call(observers.edit, { body: { observerId, name: 'Dana Pop', isTest: true } })
  await ana.call(observers.edit, { body: { observerId, name: 'Dana Rus' } })

  expect(await dana(ana)).toMatchObject({ name: 'Dana Rus', isTest: true, revision: revision + 2 })
})

test('counts an import as a change without an author, unless it changes nothing', async () => {
  const { ana, calin } = await set()
  const { id: observerId, name, revision } = await dana(ana)
  const file = (written: string) => [
    { name: 'o.csv', bytes: Buffer.from(`Phone,Pin,Name\n${phones.dana},2222,${written}\n`) },
  ]
  await calin.call(observers.import, { body: {} }, file(name))
  expect(await dana(ana)).toMatchObject({ revision })
  await calin.call(observers.import, { body: {} }, file('Dana Pop'))

  await expect(
    ana.call(observers.edit, { body: { observerId, name: 'Dana Rus', revision } }),
  ).rejects.toMatchObject({ code: 'thing.changed-meanwhile' })
  expect((await dana(ana)).changes).toMatchObject({ name: { by: null } })
})

test('resets a PIN by observer id, even when another observer has the phone', async () => {
  const { ana } = await set()
  const { id: observerId } = await dana(ana)
  await ana.call(observers.edit, { body: { observerId, phone: '0799 000 111' } })
  await ana.call(observers.add, { body: { name: 'Alta', phone: phones.dana, pin: '1111' } })
  const other = (await dana(ana)).id
  const revisionOf = async (id: number) =>
    (await ana.call(observers.list, { query: {} })).data.find((one) => one.id === id)?.changes[
      'pin'
    ]

  await ana.call(observers.resetPin, {
    body: { action: 'reset-password', observerId, pin: '2222' },
  })

  expect(await revisionOf(observerId)).toMatchObject({ by: 'ana' })
  expect(await revisionOf(other)).toBeUndefined()
  await expect(
    ana.call(observers.resetPin, { body: { action: 'reset-password', pin: '2222' } }),
  ).rejects.toMatchObject({ code: 'request.invalid' })
})

test('records edits of a column added later under its API name', async () => {
  const { database } = await set()
  const trying = database.write(async (tx) => {
    await sql`alter table observers add column shirt_size text`.execute(tx)
    await sql`update observers set shirt_size = 'XL' where phone = ${phones.dana}`.execute(tx)
    const { rows } = await sql`
      select revision, changes from observers where phone = ${phones.dana}`.execute(tx)
    expect(rows).toMatchObject([{ revision: 2, changes: { shirtSize: { revision: 2 } } }])
    throw new Error('taken back')
  })
  await expect(trying).rejects.toThrow('taken back')
})
