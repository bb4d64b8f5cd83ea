import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { phoneDigits } from '#features/session/domain.ts'
import type { Id } from '#kit/contract/id.ts'
import type { ImportReport } from '#kit/contract/import.ts'
import type { Fault, Read, Table } from '#kit/contract/rows.ts'
import { type ImportSettings, importTable, type Judged } from '#kit/server/import.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import { importHeadings, neededFields } from '../columns.ts'
import { type ObserverRow, observerReader } from '../domain.ts'
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
  /** Of a pin that stays the same, so that loading again changes nothing. */
  readonly keptHash: string | null
}

/** Takes a file of observers in, or only tries; a known phone gets the new name and pin. */
export const importObservers = (
  tx: Tx,
  into: Into,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> =>
  importTable(
    table,
    {
      headings: importHeadings,
      needed: neededFields,
      secret: ['pin'],
      read: observerReader(table.file),
      judge: async (rows, faults) => {
        const { ready, foreign } = await judge(tx, into, rows)
        faults.push(...foreign.map((one) => ({ file: table.file, ...one })))
        return ready
      },
      store: (rows) => store(tx, into, rows),
    },
    settings,
  )

/** Stores observers who were read already. A phone that another organisation has is left alone. */
export async function upsertObservers(
  tx: Tx,
  into: Into,
  drafts: readonly ObserverRow[],
): Promise<{ added: number; changed: number }> {
  const { ready } = await judge(
    tx,
    into,
    drafts.map((value, index) => ({ line: index, value })),
  )
  await store(
    tx,
    into,
    ready.filter(({ fate }) => fate !== 'unchanged'),
  )
  const count = (wanted: string) => ready.filter(({ fate }) => fate === wanted).length
  return { added: count('added'), changed: count('changed') }
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
    if (before && before.ngoId !== ngoId)
      foreign.push({ line, reason: `${value.phone} belongs to another organisation` })
    else ready.push({ line, ...compare(secrets, { ...value, digits: own }, before) })
  }
  return { ready, foreign }
}

function compare(
  secrets: Secrets,
  draft: ObserverRow & { digits: string },
  before: Known | undefined,
): Omit<Judged<Ready>, 'line'> {
  const isTest = draft.isTest ?? before?.isTest ?? false
  if (!before) return { fate: 'added', value: { ...draft, isTest, id: null, keptHash: null } }
  const keptHash = secrets.isPin(draft.pin, before.pinHash) ? before.pinHash : null
  const isSame =
    keptHash !== null &&
    draft.name === before.name &&
    draft.phone === before.phone &&
    isTest === before.isTest
  const value = { ...draft, isTest, id: before.id, keptHash }
  return { fate: isSame ? 'unchanged' : 'changed', value }
}

async function store(
  tx: Tx,
  { electionId, ngoId, secrets, now }: Into,
  judged: readonly Judged<Ready>[],
): Promise<void> {
  const rows = judged.map(({ value }) => value)
  const hashes = rows.map(({ keptHash, pin }) => keptHash ?? secrets.hashPin(pin))
  await sql`
    insert into observers as o (election_id, ngo_id, name, phone, phone_digits, pin_hash, is_test)
    select ${electionId}, ${ngoId}, d.*
      from unnest(${rows.map(({ name }) => name)}::text[],
                  ${rows.map(({ phone }) => phone)}::text[],
                  ${rows.map(({ digits }) => digits)}::text[],
                  ${hashes}::text[],
                  ${rows.map(({ isTest }) => isTest)}::boolean[]) as d
    on conflict (election_id, phone_digits) where deleted_at is null do update
      set name = excluded.name, phone = excluded.phone, pin_hash = excluded.pin_hash,
          is_test = excluded.is_test
      where o.ngo_id = excluded.ngo_id`.execute(tx)
  const repinned = rows.flatMap(({ id, keptHash }) => (id && !keptHash ? [id] : []))
  await revokeSessionsOf(tx, electionId, repinned, now)
}
