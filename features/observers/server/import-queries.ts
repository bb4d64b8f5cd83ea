import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { phoneDigits } from '#features/session/domain.ts'
import type { Id } from '#kit/contract/id.ts'
import type { ImportReport } from '#kit/contract/import.ts'
import type { Fault, Read, Table } from '#kit/contract/rows.ts'
import {
  type ImportSettings,
  importTable,
  type Judged,
  type Stored,
  takeTurn,
} from '#kit/server/import.ts'
import { enqueue } from '#kit/server/jobs.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import { importHeadings, neededFields } from '../columns.ts'
import { type ObserverRow, observerReader } from '../domain.ts'
import { countAsSaidLater } from './test-queries.ts'
import { revokeSessionsOf } from './write-queries.ts'

/** Whose observers a file brings, and what storing them takes. */
export type Into = {
  readonly electionId: Id<'elections'>
  readonly ngoId: Id<'ngos'>
  readonly secrets: Secrets
  readonly now: Date
}

/** An observer who may be stored; `id` where the phone is known. */
type Ready = Omit<ObserverRow, 'isTest'> & {
  readonly id: Id<'observers'> | null
  readonly digits: string
  readonly isTest: boolean
  /** Whether who they are said to be, a test observer or not, is not what they were. */
  readonly turns: boolean
  /** Of a pin that stays the same, so that loading again changes nothing. */
  readonly keptHash: string | null
}

/** Takes a file of observers in, or only tries; a known phone gets the new name and pin. */
export async function importObservers(
  tx: Tx,
  into: Into,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { file } = table
  if (!settings.isDry) await takeTurn(tx, into.electionId, 'observers')
  const steps = {
    headings: importHeadings,
    needed: neededFields,
    secret: ['pin'],
    read: observerReader(file),
    judge: async (rows: readonly Read<ObserverRow>[], faults: Fault[]) => {
      const { ready, foreign } = await judge(tx, into, rows)
      faults.push(...foreign.map((one) => ({ file, ...one })))
      return ready
    },
    store: async (rows: readonly Judged<Ready>[], faults: Fault[]) => {
      const { foreign, ...stored } = await store(tx, into, rows)
      faults.push(...foreign.map((one) => ({ file, ...one })))
      return stored
    },
  }
  return importTable(table, steps, settings)
}

/** Stores observers who were read already. A phone that another organisation has is left alone. */
export async function upsertObservers(
  tx: Tx,
  into: Into,
  drafts: readonly ObserverRow[],
): Promise<Stored> {
  await takeTurn(tx, into.electionId, 'observers')
  const { ready } = await judge(
    tx,
    into,
    drafts.map((value, index) => ({ line: index, value })),
  )
  const news = ready.filter(({ fate }) => fate !== 'unchanged')
  const { added, changed } = await store(tx, into, news)
  return { added, changed }
}

type Known = {
  readonly phoneDigits: string
  readonly id: Id<'observers'>
  readonly ngoId: Id<'ngos'>
  readonly name: string
  readonly phone: string
  readonly pinHash: string
  readonly isTest: boolean
}

async function judge(
  tx: Tx,
  { electionId, ngoId, secrets }: Into,
  rows: readonly Read<ObserverRow>[],
): Promise<{ ready: Judged<Ready>[]; foreign: Omit<Fault, 'file'>[] }> {
  const digits = rows.map(({ value }) => phoneDigits(value.phone))
  const { rows: found } = await sql<Known>`
    select phone_digits, id, ngo_id, name, phone, pin_hash, is_test from observers
     where election_id = ${electionId} and deleted_at is null
       and phone_digits = any(${digits}::text[])`.execute(tx)
  const known = new Map(found.map((one) => [one.phoneDigits, one]))
  const ready: Judged<Ready>[] = []
  const foreign: Omit<Fault, 'file'>[] = []
  for (const [index, { line, value }] of rows.entries()) {
    const own = digits[index] ?? ''
    const before = known.get(own)
    // It is not ours to change.
    if (before && before.ngoId !== ngoId) foreign.push(foreignAt(line, value))
    else ready.push({ line, ...compare(secrets, { ...value, digits: own }, before) })
  }
  return { ready, foreign }
}

const foreignAt = (line: number, { phone }: Pick<ObserverRow, 'phone'>) => ({
  line,
  reason: `${phone} belongs to another organisation`,
})

function compare(
  secrets: Secrets,
  draft: ObserverRow & { digits: string },
  before: Known | undefined,
): Omit<Judged<Ready>, 'line'> {
  const isTest = draft.isTest ?? before?.isTest ?? false
  if (!before) {
    const value = { ...draft, isTest, turns: false, id: null, keptHash: null }
    return { fate: 'added', value }
  }
  const keptHash = secrets.isPin(draft.pin, before.pinHash) ? before.pinHash : null
  const turns = isTest !== before.isTest
  const isSame =
    keptHash !== null && draft.name === before.name && draft.phone === before.phone && !turns
  const value = { ...draft, isTest, turns, id: before.id, keptHash }
  return { fate: isSame ? 'unchanged' : 'changed', value }
}

/** How a row was written: whether it was new, and whom it concerns. */
type Written = {
  readonly id: Id<'observers'>
  readonly phoneDigits: string
  readonly isNew: boolean
}

async function store(
  tx: Tx,
  { electionId, ngoId, secrets, now }: Into,
  judged: readonly Judged<Ready>[],
): Promise<Stored & { foreign: Omit<Fault, 'file'>[] }> {
  const rows = judged.map(({ value }) => value)
  const hashes = rows.map(({ keptHash, pin }) => keptHash ?? secrets.hashPin(pin))
  // Sorted, so that whoever changes several of them as well waits in no circle.
  const { rows: written } = await sql<Written>`
    insert into observers as o (election_id, ngo_id, name, phone, phone_digits, pin_hash, is_test)
    select ${electionId}, ${ngoId}, d.*
      from unnest(${rows.map(({ name }) => name)}::text[],
                  ${rows.map(({ phone }) => phone)}::text[],
                  ${rows.map(({ digits }) => digits)}::text[],
                  ${hashes}::text[],
                  ${rows.map(({ isTest }) => isTest)}::boolean[])
           as d (name, phone, digits, pin_hash, is_test)
     order by d.digits
    on conflict (election_id, phone_digits) where deleted_at is null do update
      set name = excluded.name, phone = excluded.phone, pin_hash = excluded.pin_hash,
          is_test = excluded.is_test
      where o.ngo_id = excluded.ngo_id
    returning id, phone_digits, xmax = 0 as is_new`.execute(tx)
  const known = new Map(written.map((one) => [one.phoneDigits, one]))
  // Also of somebody who was added since this was judged: they have another pin now.
  const repinned = rows.flatMap(({ digits, keptHash }) => {
    const one = known.get(digits)
    return one && !one.isNew && !keptHash ? [one.id] : []
  })
  await revokeSessionsOf(tx, electionId, repinned, now)
  if (rows.some(({ turns }) => turns)) await enqueue(tx, countAsSaidLater, { electionId })
  const added = written.filter(({ isNew }) => isNew).length
  const foreign = judged
    .filter(({ value }) => !known.has(value.digits))
    .map(({ line, value }) => foreignAt(line, value))
  return { added, changed: written.length - added, foreign }
}
