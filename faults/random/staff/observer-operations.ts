import type { SentFile } from '#apps/cli/rehearsal.ts'
import { calls } from '#features/calls/contract.ts'
import { outcomes } from '#features/calls/domain.ts'
import { observers } from '#features/observers/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { observerName, type Person, unheard } from '../world.ts'
import { act, type Clerk, read } from './staff-member.ts'

const idOf = ({ id }: Person) => id as Id<'observers'>
const newPin = (draw: SeededRandom) => String(1000 + draw.below(9000))
const newPhone = (mark: number) => `0733 ${String(mark).padStart(6, '0')}`

/** Observers that this account may edit. */
const seenBy = ({ world, who }: Clerk) =>
  [...world.people.values()].filter(
    ({ organisation }) => who.role !== 'ngo-administrator' || organisation === 'other',
  )

/** Observers whose phones stay in use: the others are deleted, used for tests and renamed. */
const pickPerson = (clerk: Clerk, draw: SeededRandom) => draw.pick(seenBy(clerk))

async function add(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const { world } = clerk
  if (world.people.size > 300) return
  const mark = world.next()
  const [name, phone, pin] = [`Nou ${mark}`, newPhone(mark), newPin(draw)]
  const isTest = draw.happens(0.2)
  const heard = await act(clerk, {
    endpoint: observers.add,
    sent: { body: { name, phone, pin, isTest } },
  })
  if (heard.kind !== 'done') return
  const organisation = clerk.who.role === 'ngo-administrator' ? 'other' : 'organiser'
  meet(clerk, { id: heard.reply, name, phone, pins: [pin], organisation })
}

type Met = Pick<Person, 'id' | 'name' | 'phone' | 'pins' | 'organisation'>

/** Adds observers to the model; a client may then take up their phones. */
function meet({ world }: Clerk, met: Met): void {
  // An observer added while another election is current belongs to that one.
  const isElsewhere = world.interrupted.to > Date.now() - 2000
  if (world.people.has(met.id) || isElsewhere) return
  const person = unheard(met)
  world.people.set(person.id, person)
  world.waiting.push(person)
}

async function edit(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const person = pickPerson(clerk, draw)
  if (!person) return
  const isTest = draw.happens(0.5)
  const name = draw.happens(0.3) ? `${person.name} ${clerk.world.next()}` : undefined
  await act(clerk, {
    endpoint: observers.edit,
    sent: { body: { observerId: idOf(person), isTest, name } },
    about: [observerName(person)],
  })
}

async function resetPin(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const { helpless } = clerk.world
  const asking = draw.pick(seenBy(clerk).filter((one) => helpless.has(one)))
  const person = asking ?? pickPerson(clerk, draw)
  if (!person) return
  helpless.delete(person)
  const pin = newPin(draw)
  // Recorded before the reply: it may be set although no reply arrives.
  person.pins = [...person.pins, pin].slice(-3)
  const heard = await act(clerk, {
    endpoint: observers.resetPin,
    sent: { body: { action: 'reset-password', phoneNumber: person.phone, pin } },
    about: [observerName(person)],
  })
  if (heard.kind === 'refused' && !heard.mayBeDone)
    person.pins = person.pins.filter((one) => one !== pin)
}

/** Deletes an observer, and mostly restores them soon. */
async function remove(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const person = pickPerson(clerk, draw)
  if (!person) return
  const about = [observerName(person)]
  const isAlone = draw.happens(0.6)
  const ids = [person, ...draw.some(seenBy(clerk), 0.02)].map(idOf)
  const { gone } = clerk.world
  for (const id of isAlone ? [person.id] : ids) gone.add(id)
  if (isAlone)
    await act(clerk, { endpoint: observers.remove, sent: { query: { id: idOf(person) } }, about })
  else await act(clerk, { endpoint: observers.removeSeveral, sent: { body: { ids } }, about })
  if (draw.happens(0.7)) await restore(clerk)
}

/** Restores all deleted observers, by one call or by many. */
async function restore(clerk: Clerk): Promise<void> {
  const query = { deleted: true, pageSize: 50 }
  const listed = await read(clerk, { endpoint: observers.list, sent: { query } })
  const ids = (listed?.data ?? []).map(({ id }) => id)
  const [first] = ids
  for (const id of ids.length > 1 ? ids : [first]) if (id !== undefined) clerk.world.gone.delete(id)
  if (ids.length > 1)
    await act(clerk, { endpoint: observers.restoreSeveral, sent: { body: { ids } } })
  else if (first !== undefined)
    await act(clerk, { endpoint: observers.restore, sent: { params: { id: first } } })
}

/** A file of known and new observers: some get a new pin, none gets another phone. */
function fileOf(clerk: Clerk, draw: SeededRandom) {
  const { world, who } = clerk
  const own = who.role === 'ngo-administrator' ? 'other' : 'organiser'
  const known = draw.some(seenBy(clerk), 0.3).filter(({ organisation }) => organisation === own)
  const rows = known.map((person) => {
    const pin = draw.happens(0.2) ? newPin(draw) : (person.pins.at(-1) ?? newPin(draw))
    return { person, pin, before: person.pins }
  })
  const fresh = Array.from({ length: world.people.size > 300 ? 0 : draw.below(3) }, () => {
    const mark = world.next()
    return { name: `Din fișier ${mark}`, phone: newPhone(mark), pin: newPin(draw) }
  })
  const lines = [
    'Phone,Pin,Name',
    ...rows.map(({ person, pin }) => `${person.phone},${pin},${person.name} din fișier`),
    ...fresh.map(({ phone, pin, name }) => `${phone},${pin},${name}`),
  ]
  for (const { person, pin } of rows)
    if (person.pins.at(-1) !== pin) person.pins = [...person.pins, pin].slice(-3)
  const bytes = new TextEncoder().encode(lines.join('\n'))
  return { rows, fresh, files: [{ name: 'observatori.csv', bytes }] }
}

async function importFile(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const { rows, fresh, files } = fileOf(clerk, draw)
  if (rows.length + fresh.length === 0) return
  const sent = { body: {} }
  const heard = draw.happens(0.5)
    ? await act(clerk, { endpoint: observers.import, sent, files })
    : await importLater(clerk, draw, files)
  if (heard.kind === 'refused' && !heard.mayBeDone)
    for (const { person, before } of rows) person.pins = before
  for (const one of fresh) await lookFor(clerk, one)
}

async function importLater(clerk: Clerk, draw: SeededRandom, files: readonly SentFile[]) {
  const heard = await act(clerk, { endpoint: observers.startImport, sent: { body: {} }, files })
  if (heard.kind === 'done' && draw.happens(0.3))
    await act(clerk, { endpoint: tasks.cancel, sent: { params: { id: heard.reply.id } } })
  return heard
}

/** Looks up an imported observer of a file; undefined before the import. */
async function lookFor(clerk: Clerk, one: ReturnType<typeof fileOf>['fresh'][number]) {
  const query = { number: one.phone }
  const listed = await read(clerk, { endpoint: observers.list, sent: { query } })
  const [found] = listed?.data ?? []
  const organisation = clerk.who.role === 'ngo-administrator' ? 'other' : 'organiser'
  if (found) meet(clerk, { ...one, id: found.id, pins: [one.pin], organisation })
}

/** Undoes the import of a wrong file; observers who are in use by then stay. */
async function undoImport(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: observers.listImports, sent: {} })
  const one = draw.pick((listed ?? []).filter(({ state }) => state === 'done').slice(0, 3))
  if (one) await act(clerk, { endpoint: observers.undoImport, sent: { params: { id: one.id } } })
}

/** Logs a call, and undoes it some of the time. */
async function logCall(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const person = pickPerson(clerk, draw)
  if (!person) return
  const outcome = draw.pick(outcomes) ?? 'reached'
  const callBackAt = outcome === 'call-back' ? new Date(Date.now() + 60_000).toISOString() : null
  const body = { observerId: idOf(person), outcome, callBackAt }
  const about = [observerName(person)]
  const heard = await act(clerk, { endpoint: calls.log, sent: { body }, about })
  if (heard.kind === 'done' && draw.happens(0.3))
    await act(clerk, { endpoint: calls.undo, sent: { params: { id: heard.reply } }, about })
}

export const observerOperations: readonly Operation<Clerk>[] = [
  { name: 'observer added', weight: 2, run: add },
  { name: 'observer changed', weight: 3, run: edit },
  { name: 'pin reset', weight: 1, run: resetPin },
  { name: 'observers deleted', weight: 1.5, run: remove },
  { name: 'observers restored', weight: 1, run: restore },
  { name: 'observers imported', weight: 1, run: importFile },
  { name: 'call logged', weight: 2, run: logCall },
  { name: 'import undone', weight: 2, run: undoImport },
]
