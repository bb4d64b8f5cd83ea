import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import type { TypedPhone } from '#features/session/server/sign-in/phone-queries.ts'
import { type ImportTarget, keeping } from '#features/tasks/server/import/rows-queries.ts'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { WrongRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { arraysOf, columnsOf, setting } from '#kit/server/fields.ts'
import { mark } from '#kit/server/projections/mark.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import type { CheckedRow, StoredCounts } from '#kit/server/sheets/import.ts'
import type { ObserverRow } from '../../domain.ts'
import { type ObserverFacts, observerFields, observerFlags, observerTexts } from '../../fields.ts'
import type { JudgedPhone } from '../doubt-queries.ts'
import { observers } from '../subjects.ts'
import { phoneIsTaken, revokeSessionsOf, settleNumbers } from '../write-queries.ts'
import { observerTable } from './imported-queries.ts'
import { findKnown, type KnownObserver, refusalOf } from './known-queries.ts'

/** The organisation of an import, and the context for storing its rows. */
export type StoreContext = ImportTarget & {
  readonly ngoId: Id<'ngos'>
  readonly secrets: Secrets
  readonly now: Date
  /** The home country of the election's phones. */
  readonly country: string
}

/** An observer ready to be stored; `before` where the phone is known. */
export type ReadyObserver = ObserverFacts &
  Pick<ObserverRow, 'pin'> & {
    readonly before: KnownObserver | undefined
    readonly typed: JudgedPhone
    /** The phone by which the observer is found: the former one, where the row changes it. */
    readonly sought: TypedPhone
    readonly pinDoubt: string | null
    /** Warnings about a stored row. */
    readonly doubts: readonly Fault[]
    /** The hash of an unchanged PIN, so that loading the file again changes nothing. */
    readonly keptHash: string | null
  }

/** Why a row is not imported, though it can be parsed. */
export type RefusedRow = Omit<WrongRow, 'file'>

/** Inserts observers with new phones, and updates the others. */
export async function storeObservers(
  tx: Tx,
  there: StoreContext,
  judged: readonly CheckedRow<ReadyObserver>[],
): Promise<StoredCounts & { readonly refused: RefusedRow[] }> {
  const { electionId } = there
  const done = { added: 0, changed: 0, refused: [] as RefusedRow[] }
  let left = judged
  // An observer added since the lookup is found when it is repeated.
  while (left.length > 0) {
    const { news, changes, refused } = await sorted(tx, there, left)
    await change(tx, there, changes)
    const added = await add(tx, there, news)
    done.added += added.size
    done.changed += changes.length
    // Compare with the locked rows: another user may have changed the flag since the file was judged.
    const turned = changes.filter(({ value, before }) => value.isTest !== before.isTest)
    await mark(
      tx,
      electionId,
      observers,
      turned.map(({ id }) => id),
    )
    for (const row of refused) done.refused.push(row)
    left = news.filter(({ value }) => !added.has(value.typed.digits))
  }
  return done
}

type Change = {
  readonly value: ReadyObserver
  readonly id: Id<'observers'>
  readonly before: KnownObserver
}

/** Separates new observers, changed observers, and rows of other organisations or of several observers. */
async function sorted(tx: Tx, there: StoreContext, rows: readonly CheckedRow<ReadyObserver>[]) {
  const phones = rows.flatMap(({ value }) => [value.typed, value.sought])
  const known = await findKnown(tx, there.electionId, phones, { isKept: true })
  const news: CheckedRow<ReadyObserver>[] = []
  const changes: Change[] = []
  const refused: RefusedRow[] = []
  for (const [index, row] of rows.entries()) {
    const [holders = [], former = []] = known.slice(2 * index)
    // The row now applies to the observer with this phone.
    const found = holders.length > 0 ? holders : former
    const why = refusalOf(there.ngoId, row.value, found)
    if (why) refused.push({ line: row.line, faults: [why] })
    else if (found[0]) changes.push({ value: row.value, id: found[0].id, before: found[0] })
    else news.push(row)
  }
  return { news, changes, refused }
}

const columns = columnsOf(observerFields)

/** The observers' values by column, in row order. */
const valuesOf = ({ secrets }: StoreContext, rows: readonly ReadyObserver[]) => sql`
  unnest(${arraysOf(observerTexts, rows, 'text')}, ${arraysOf(observerFlags, rows, 'boolean')},
         ${rows.map(({ typed }) => typed.digits)}::text[],
         ${rows.map(({ typed }) => typed.e164)}::text[],
         ${rows.map(({ typed }) => typed.doubt)}::text[],
         ${rows.map(({ pinDoubt }) => pinDoubt)}::text[],
         ${rows.map(({ keptHash, pin }) => keptHash ?? (pin === undefined ? null : secrets.hashPin(pin)))}::text[])`

const doubtColumns = sql`digits, e164, phone_doubt, pin_doubt, pin_hash`

/**
 * A known observer keeps the stored number; a background job parses numbers that are not parsed yet. An observer
 * whose phone changes gets the new number.
 */
async function change(tx: Tx, there: StoreContext, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  // Without a PIN in the file, observers keep their current PIN.
  const rows = changes.map(({ value, before }) =>
    value.pin === undefined
      ? { ...value, keptHash: before.pinHash, pinDoubt: before.pinDoubt }
      : value,
  )
  const isMoved = rows.map(({ typed, sought }) => typed !== sought)
  const taken = rows.flatMap(({ typed }, index) => (isMoved[index] && typed.e164) || [])
  if (taken.length > 0) await settleNumbers(tx, there.electionId, taken)
  await sql`
    with stored as (
      update observers o
         set ${setting(observerFields, 'd')}, phone_digits = d.digits, phone_doubt = d.phone_doubt,
             phone_e164 = case when d.is_moved then d.e164 else o.phone_e164 end,
             shares_number = o.shares_number and not d.is_moved,
             pin_hash = d.pin_hash, pin_doubt = d.pin_doubt
        from rows from (${valuesOf(there, rows)}, unnest(${changes.map(({ id }) => id)}::integer[]),
                        unnest(${arrayOf(isMoved)}::boolean[]))
             as d (${columns}, ${doubtColumns}, id, is_moved)
       where o.election_id = ${there.electionId} and o.id = d.id
      returning o.*
    ), kept as (${keeping(there, observerTable)})
    select from stored`
    .execute(tx)
    .catch(phoneIsTaken(rows.find((_, index) => isMoved[index])?.phone ?? ''))
  // Includes observers added since the file was judged: they have a new PIN now.
  const repinned = changes.flatMap(({ value, id }) => (value.keptHash === null ? [id] : []))
  await revokeSessionsOf(tx, there.electionId, repinned, there.now)
}

/** Inserts observers, and returns the digits of the inserted phones: the other observers exist already. */
async function add(
  tx: Tx,
  there: StoreContext,
  news: readonly CheckedRow<ReadyObserver>[],
): Promise<ReadonlySet<string>> {
  if (news.length === 0) return new Set()
  const { electionId, ngoId, country } = there
  const rows = news.map(({ value }) => value)
  await settleNumbers(
    tx,
    electionId,
    rows.flatMap(({ typed }) => typed.e164 ?? []),
  )
  const { rows: added } = await sql<Columns<'observers', 'phoneDigits'>>`
    with stored as (
      insert into observers (election_id, ngo_id, phone_read_in, ${columns}, phone_digits, phone_e164,
                             phone_doubt, pin_doubt, pin_hash)
      select ${electionId}, ${ngoId}, ${country}, d.*
        from ${valuesOf(there, rows)} as d (${columns}, ${doubtColumns})
       order by d.digits
      on conflict do nothing
      returning *
    ), counted as (
      insert into observer_counts (election_id, observer_id) select ${electionId}, id from stored
    ), kept as (${keeping(there, observerTable)})
    select phone_digits from stored`.execute(tx)
  return new Set(added.map(({ phoneDigits }) => phoneDigits))
}
