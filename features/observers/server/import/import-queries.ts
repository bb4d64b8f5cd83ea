import type { Tx } from '#database/open.ts'
import { analyzeAsTheyGrow } from '#database/statistics.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import {
  keyOf,
  readPhone,
  type TypedPhone,
} from '#features/session/server/sign-in/phone-queries.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { ParsedRow, Table, WrongRow } from '#kit/contract/import/rows.ts'
import { differencesBetween, type FieldDifference } from '#kit/server/history/changed.ts'
import { completeNumber } from '#kit/server/phone-number.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import {
  type CheckedRow,
  differing,
  type ImportSettings,
  importTable,
  type StoredCounts,
} from '#kit/server/sheets/import.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { importHeadings, neededFields } from '../../columns.ts'
import { asSaid, inFile, type ObserverRow, observerReader } from '../../domain.ts'
import { findKnown, type KnownObserver, refusalOf } from './known-queries.ts'
import {
  type ReadyObserver,
  type RefusedRow,
  type StoreContext,
  storeObservers,
} from './store-queries.ts'
import { observerUndoer } from './undo-queries.ts'

type CompletedRow = ImportReport['completed'][number]

/** Whose observers a file imports, and what storing them needs. */
type ImportTarget = Omit<StoreContext, 'country'> & {
  /** Their own export holds observers of other organisations, which it leaves as they are. */
  readonly seesEveryNgo?: boolean
}

/** Each observer is in both, and both are searched for each of a plan. */
const growing = ['observers', 'observer_counts']

/** Imports a file of observers, or only checks it; a known phone gets the new name and pin. */
export async function importObservers(
  tx: Tx,
  into: ImportTarget,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { file } = table
  await observerUndoer.takeTurn(tx, into, table, settings)
  const country = await getHomeCountry(tx, into.electionId)
  const typed = readingOnce(country)
  const read = observerReader(file, (phone) => keyOf(typed(phone)))
  const completed: CompletedRow[] = []
  const lines = new Map<number, number>()
  const analyze = analyzeAsTheyGrow(growing)
  const steps = {
    headings: importHeadings,
    needed: neededFields,
    secret: ['pin'],
    person: 'name',
    read: (...given: Parameters<typeof read>) =>
      withLeadingZeros(read(...given), country, completed),
    judge: async (rows: readonly ParsedRow<ObserverRow>[], wrong: WrongRow[]) => {
      const { ready, refused } = await judge(tx, { ...into, country }, rows, typed, lines)
      wrong.push(...refused.map((one) => ({ file, ...one })))
      return ready
    },
    store: async (rows: readonly CheckedRow<ReadyObserver>[], wrong: WrongRow[]) => {
      const { refused, ...stored } = await storeObservers(tx, { ...into, country }, rows)
      wrong.push(...refused.map((one) => ({ file, ...one })))
      await analyze(tx, stored.added)
      return stored
    },
  }
  const report = await importTable(table, steps, settings)
  return { ...report, completed: completed.slice(0, mostCompleted) }
}

/** The result of storing observers, and why some were skipped. */
type Upserted = StoredCounts & {
  readonly changes: readonly FieldDifference[]
  /** Why some were not imported. */
  readonly refused: readonly Fault[]
  readonly completed: readonly CompletedRow[]
}

/** Rows being imported; a batch is smaller. */
const mostRemembered = 2000

/** Parses each phone once, though it is needed at every step: parsing is most of what a row costs. */
function readingOnce(country: string): (phone: string) => TypedPhone {
  const known = new Map<string, TypedPhone>()
  return (phone) => {
    const typed = known.get(phone) ?? readPhone(phone, country)
    if (known.size === mostRemembered) known.clear()
    known.set(phone, typed)
    return typed
  }
}

/** How many of them are named; for a file in which every phone is one, that is plenty. */
const mostCompleted = 1000

/** Restores the leading zero to phones that lost it in a spreadsheet, and reports which. */
const withLeadingZeros = (
  rows: readonly ParsedRow<ObserverRow>[],
  country: string,
  told: CompletedRow[],
): ParsedRow<ObserverRow>[] =>
  rows.map((row) => {
    const { line, value } = row
    const to = completeNumber(value.phone, country)
    if (to === undefined) return row
    told.push({ line, from: value.phone, to })
    return { line, value: { ...value, phone: to } }
  })

/** Stores observers that were parsed already. */
export async function upsertObservers(
  tx: Tx,
  into: ImportTarget,
  drafts: readonly ObserverRow[],
): Promise<Upserted> {
  await lockImport(tx, into.electionId, 'observers')
  const there = { ...into, country: await getHomeCountry(tx, into.electionId) }
  const completed: CompletedRow[] = []
  const rows = drafts.map((value, line) => ({ line, value }))
  const whole = withLeadingZeros(rows, there.country, completed)
  const { ready, refused } = await judge(tx, there, whole, readingOnce(there.country))
  const news = ready.filter(({ fate }) => fate !== 'unchanged')
  const { added, changed } = await storeObservers(tx, there, news)
  await analyzeAsTheyGrow(growing)(tx, added)
  const changes = news.flatMap(({ value }) => changesOf(value))
  return { added, changed, changes, refused: refused.flatMap(({ faults }) => faults), completed }
}

/** A PIN is never shown: only that it changed. */
function changesOf({ before, keptHash, ...now }: ReadyObserver): FieldDifference[] {
  if (!before) return []
  const thing = `observer ${before.phone}`
  const pin = { thing, field: 'PIN', before: 'another', after: 'as in the file' }
  return [
    ...differencesBetween(thing, inFile(before), inFile(now)),
    ...(keptHash === null ? [pin] : []),
  ]
}

/** @param lines by observer, which row of the file means them: one typed abroad is meant by two ways of typing */
async function judge(
  tx: Tx,
  { electionId, ngoId, secrets, seesEveryNgo = false }: StoreContext & ImportTarget,
  rows: readonly ParsedRow<ObserverRow>[],
  readPhoneOf: (phone: string) => TypedPhone,
  lines = new Map<number, number>(),
): Promise<{ ready: CheckedRow<ReadyObserver>[]; refused: RefusedRow[] }> {
  const phones = rows.map(({ value }) => readPhoneOf(value.phone))
  const known = await findKnown(tx, electionId, phones, { isKept: false })
  const ready: CheckedRow<ReadyObserver>[] = []
  const refused: RefusedRow[] = []
  for (const [index, { line, value }] of rows.entries()) {
    const found = known[index] ?? []
    const why = refusalOf(ngoId, value, found) ?? takenBy(lines, line, value.phone, found)
    const typed = phones[index]
    if (!typed) continue
    const checked = compare(secrets, { ...value, typed }, found[0])
    if (!why || (seesEveryNgo && leavesOther(why, checked))) ready.push({ line, ...checked })
    else refused.push({ line, faults: [why] })
  }
  return { ready, refused }
}

/** An observer of another organisation stays as they are; whether a PIN of theirs is right is never said. */
const leavesOther = (why: Fault, { fate, value }: Omit<CheckedRow<ReadyObserver>, 'line'>) =>
  why.code === 'phone.of-other' && fate === 'unchanged' && value.pin === undefined

/** Notes which row means an observer; a second one is wrong. */
function takenBy(
  lines: Map<number, number>,
  line: number,
  phone: string,
  [observer]: readonly KnownObserver[],
): Fault | undefined {
  if (!observer) return undefined
  const first = lines.get(observer.id)
  if (first !== undefined) return fault('row.twice', { key: phone, line: first })
  lines.set(observer.id, line)
  return undefined
}

/** A spreadsheet that reads a phone as a number loses its spaces: they are no change. */
const spacedAs = (
  draft: ObserverRow & { typed: TypedPhone },
  before: KnownObserver | undefined,
): ObserverRow =>
  before && draft.phone === draft.typed.digits && draft.phone === before.phoneDigits
    ? { ...draft, phone: before.phone }
    : draft

function compare(
  secrets: Secrets,
  draft: ObserverRow & { typed: TypedPhone },
  before: KnownObserver | undefined,
): Omit<CheckedRow<ReadyObserver>, 'line'> {
  const facts = asSaid(spacedAs(draft, before), before)
  if (!before) {
    const value = { ...draft, ...facts, before, keptHash: null }
    return { fate: 'added', value }
  }
  const isKept = draft.pin === undefined || secrets.isPin(draft.pin, before.pinHash)
  const keptHash = isKept ? before.pinHash : null
  const value = { ...draft, ...facts, before, keptHash }
  const changes = {
    ...differing(inFile(before), inFile(facts)),
    ...(keptHash === null && { pin: { was: null, becomes: null } }),
  }
  if (Object.keys(changes).length === 0) return { fate: 'unchanged', value }
  return { fate: 'changed', value, changes }
}
