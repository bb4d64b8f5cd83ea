import { expect, test, vi } from 'vitest'
import { session } from '#features/session/contract.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, person, phones, pins, type Stage, stage } from '#testing/stage.ts'
import { observers } from '../../contract.ts'

const set = stage()

const fileOf = (rows: readonly string[]) => [
  {
    name: 'observatori.csv',
    bytes: new TextEncoder().encode(['Phone;Pin;Name', ...rows].join('\n')),
  },
]
const importing = (who: Person, rows: readonly string[], body: object = {}) =>
  who.call(observers.import, { body }, fileOf(rows))
const checking = (who: Person, rows: readonly string[], body: object = {}) =>
  who.call(observers.checkImport, { body }, fileOf(rows))

const codesOf = async (who: Person, rows: readonly string[]) => {
  const { doubted } = await checking(who, rows)
  return doubted.map(({ line, faults }) => [line, ...faults.map(({ code }) => code)])
}

const signsIn = ({ app }: Stage, user: string, password: string) =>
  person(app, async () => undefined)
    .call(session.authorize, { body: { user, password, uniqueId: user } })
    .then(
      () => true,
      () => false,
    )

const listed = async (who: Person, query: object = {}) =>
  (await who.call(observers.list, { query })).data

const doubtful = async (who: Person) =>
  (await listed(who, { cannotSignIn: true })).map(({ name, cannotSignIn }) => [
    name,
    ...cannotSignIn,
  ])

test('names phones and PINs that cannot sign in in a dry run, and imports them', async () => {
  const { ana } = await set()
  const rows = [
    '0722 000 11;482100;Ana Unu',
    '0722 000 0122;482101;Ana Doi',
    '021 312 34 56 ext. 9;482102;Ana Trei',
    '07xx 12;482103;Ana Patru',
    '0722 000 015;48210;Ana Cinci',
    '0722 000 016;4821½1;Ana Șase',
    '0722 000 017;482106;Ana Șapte',
    '0522 000 018;4821 07;Ana Opt',
  ]

  const { added, wrong, warnings, doubted } = await checking(ana, rows)

  expect({ added, wrong }).toEqual({ added: 8, wrong: [] })
  expect(warnings.map(({ fault, rows, lines }) => [fault.code, rows, ...lines])).toEqual([
    ['phone.short', 1, 2],
    ['phone.long', 1, 3],
    ['phone.extension', 1, 4],
    ['phone.words', 1, 5],
    ['pin.short', 1, 6],
    ['pin.untypeable', 1, 7],
    ['phone.unknown', 1, 9],
  ])
  expect(doubted.map(({ line, faults }) => [line, faults[0]?.code, faults[0]?.field])).toEqual([
    [2, 'phone.short', 'phone'],
    [3, 'phone.long', 'phone'],
    [4, 'phone.extension', 'phone'],
    [5, 'phone.words', 'phone'],
    [6, 'pin.short', 'pin'],
    [7, 'pin.untypeable', 'pin'],
    [9, 'phone.unknown', 'phone'],
  ])
  expect(doubted[0]).toMatchObject({
    reason: expect.stringContaining('too few digits'),
    cells: { name: 'Ana Unu' },
  })
  expect(JSON.stringify(doubted)).not.toContain('482100')
  expect(await importing(ana, rows)).toBe(8)
})

test('rejects a PIN of three digits and names the lost zero', async () => {
  const { ana } = await set()

  const { wrong } = await checking(ana, ['0722 000 001;482;Ana Unu', '0722 000 002;48;Ana Doi'])

  expect(wrong.map(({ faults }) => faults.map(({ code }) => code))).toEqual([
    ['cell.refused', 'pin.short'],
    ['cell.refused'],
  ])
})

test('names the observer that a row would overwrite, unless their names share a word', async () => {
  const { ana } = await set()

  expect(await codesOf(ana, [`${phones.bogdan};1111;Ioana Radu`])).toEqual([[2, 'phone.of-person']])
  expect(await codesOf(ana, [`${phones.bogdan};1111;POP BOGDAN-ION`])).toEqual([])
})

test('names the observer that a row with a known name would overwrite', async () => {
  const { ana } = await set()
  await importing(ana, ['0722 000 001;1111;Bogdan Ilie'])

  expect(await codesOf(ana, [`${phones.bogdan};;Bogdan Ilie`])).toEqual([[2, 'phone.of-person']])
  expect(await codesOf(ana, [`${phones.bogdan};;Pop Bogdan`])).toEqual([])
})

test('names rows with a known name and another phone, and repeated names', async () => {
  const { ana } = await set()

  expect(
    await codesOf(ana, [
      '0722 000 001;482100;POP Bogdan',
      '0722 000 002;482101;Ioana Radu',
      '0722 000 003;482102;Radu Ioana',
    ]),
  ).toEqual([
    [2, 'person.known'],
    [4, 'person.twice'],
  ])
  // Two rows have the name of one observer: it is ambiguous which row means them.
  expect(
    await codesOf(ana, ['0722 000 001;482100;Bogdan Pop', '0722 000 002;482101;Bogdan Pop']),
  ).toEqual([
    [2, 'person.several'],
    [3, 'person.several'],
  ])
})

test('accepts the same name when the file has both phones or the organisation differs', async () => {
  const { ana } = await set()

  expect(
    await codesOf(ana, [
      `${phones.bogdan};${pins.bogdan};Bogdan Pop`,
      '0722 000 002;482101;Dana Ionescu',
    ]),
  ).toEqual([])
})

test('changes the phone of the observer of the same name when asked, and keeps their identity', async () => {
  const set2 = await set()
  const { ana } = set2
  const [before] = await listed(ana, { number: phones.bogdan })
  const rows = [`0722 000 001;${pins.bogdan};Bogdan Pop`, '0722 000 002;482101;Ioana Radu']

  expect(await checking(ana, rows)).toMatchObject({ added: 2, changed: 0 })
  const checked = await checking(ana, rows, { changePhones: true })
  expect(checked).toMatchObject({
    added: 1,
    changed: 1,
    warnings: [{ fault: { code: 'person.known' }, rows: 1, lines: [2] }],
    changes: [{ changes: { phone: { was: phones.bogdan, becomes: '0722 000 001' } } }],
  })

  expect(await importing(ana, rows, { changePhones: true })).toBe(1)

  const [after] = await listed(ana, { name: 'Bogdan' })
  expect(after).toMatchObject({ id: before!.id, phone: '0722 000 001', e164: '+40722000001' })
  expect(await signsIn(set2, '+40722000001', pins.bogdan)).toBe(true)
  expect(await signsIn(set2, phones.bogdan, pins.bogdan)).toBe(false)
  // The former number is free.
  expect(await importing(ana, [`${phones.bogdan};1234;Dan Nou`])).toBe(1)
})

test('keeps the phone of an observer when a refused row names it', async () => {
  const { ana } = await set()
  const rows = [`${phones.bogdan};1;Bogdan Pop`, '0722 000 001;9999;Bogdan Pop']

  const body = { changePhones: true, skipInvalid: true }
  expect(await checking(ana, rows, body)).toMatchObject({ added: 1, changed: 0 })
  expect(await importing(ana, rows, body)).toBe(1)

  expect((await listed(ana, { name: 'Bogdan' })).map(({ phone }) => phone).sort()).toEqual(
    [phones.bogdan, '0722 000 001'].sort(),
  )
})

test('rejects a row without a PIN, names the likely observer, and changes their phone on request', async () => {
  const stage = await set()
  const { ana } = stage
  const rows = ['0722 000 001;;Bogdan Pop']

  const { wrong } = await checking(ana, rows)
  expect(wrong.map(({ faults }) => faults.map(({ code }) => code))).toEqual([
    ['pin.missing', 'person.known'],
  ])

  expect(await checking(ana, rows, { changePhones: true })).toMatchObject({ changed: 1, wrong: [] })
  await importing(ana, rows, { changePhones: true })
  expect(await signsIn(stage, '0722000001', pins.bogdan)).toBe(true)
})

test('undoing an import that changed a phone restores the former number', async () => {
  const stage = await set()
  const { ana } = stage
  await stage.startJobs()
  await importing(ana, ['0722 000 001;9999;Bogdan Pop'], { changePhones: true })
  const [imported] = await ana.call(observers.listImports)

  await ana.call(observers.undoImport, { params: { id: imported!.id } })

  await vi.waitFor(async () => {
    const [one] = await ana.call(observers.listImports)
    expect(one?.state).toBe('undone')
  }, pollOptions)
  const [after] = await listed(ana, { name: 'Bogdan' })
  expect(after).toMatchObject({ phone: phones.bogdan, e164: '+40700000001' })
  expect(await signsIn(stage, phones.bogdan, pins.bogdan)).toBe(true)
  expect(await signsIn(stage, '0722000001', '9999')).toBe(false)
})

test('filters observers who cannot sign in, with the reason, until it is corrected', async () => {
  const stage = await set()
  const { ana } = stage
  await importing(ana, [
    '0722 000 11;482100;Ana Unu',
    '0722 000 012;48210;Ana Doi',
    '0722 000 013;482103;Ana Trei',
  ])
  await ana.call(observers.add, {
    body: { name: 'Ana Patru', phone: '07xx 12', pin: '12½4', ngoId: undefined },
  })

  expect(await doubtful(ana)).toEqual([
    ['Ana Doi', 'pin.short'],
    ['Ana Patru', 'phone.words', 'pin.untypeable'],
    ['Ana Unu', 'phone.short'],
  ])
  expect(await listed(ana, { name: 'Trei' })).toMatchObject([{ cannotSignIn: [] }])
  const { ids } = await ana.call(observers.ids, { query: { cannotSignIn: true } })
  expect(ids).toHaveLength(3)

  const [one] = await listed(ana, { name: 'Unu' })
  await ana.call(observers.edit, { body: { observerId: one!.id, phone: '0722 000 011' } })
  const [two] = await listed(ana, { name: 'Doi' })
  await ana.call(observers.resetPin, {
    body: { action: 'reset-password', observerId: two!.id, pin: '048210' },
  })
  expect((await doubtful(ana)).map(([name]) => name)).toEqual(['Ana Patru'])
})

test('leaves out observers who have signed in', async () => {
  const stage = await set()
  const { ana } = stage
  await importing(ana, ['0722 000 11;4821;Ana Unu'])
  expect(await doubtful(ana)).toEqual([['Ana Unu', 'phone.short']])

  expect(await signsIn(stage, '0722 000 11', '4821')).toBe(true)

  expect(await doubtful(ana)).toEqual([])
  expect(await listed(ana, { name: 'Unu' })).toMatchObject([{ cannotSignIn: [] }])
})
