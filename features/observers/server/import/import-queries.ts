import type { Tx } from '#database/open.ts'
import { analyzeAsTheyGrow } from '#database/statistics.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import { keyOf } from '#features/session/server/sign-in/phone-queries.ts'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { cellsOf, type ParsedRow, type Table, type WrongRow } from '#kit/contract/import/rows.ts'
import { differencesBetween, type FieldDifference } from '#kit/server/history/changed.ts'
import { completeNumber } from '#kit/server/phone-number.ts'
import {
  type CheckedRow,
  type ImportSettings,
  importTable,
  type StoredCounts,
} from '#kit/server/sheets/import.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { importHeadings, neededFields } from '../../columns.ts'
import { inFile, type ObserverRow, observerReader } from '../../domain.ts'
import { type JudgedPhone, judgePhone } from '../doubt-queries.ts'
import { judgeRows } from './judge-queries.ts'
import { peopleOf } from './people-queries.ts'
import { type ReadyObserver, type StoreContext, storeObservers } from './store-queries.ts'
import { observerUndoer } from './undo-queries.ts'

type CompletedRow = ImportReport['completed'][number]

/** Whose observers a file imports, and what storing them needs. */
type ImportTarget = Omit<StoreContext, 'country'> & {
  /** A new phone with the name of one known observer becomes theirs. */
  readonly changePhones?: boolean
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
  const { changePhones: changesPhones = false } = into
  await observerUndoer.takeTurn(tx, into, table, settings)
  const country = await getHomeCountry(tx, into.electionId)
  const phoneOf = readingOnce(country)
  const people = peopleOf(tx, into, phoneOf)
  const read = observerReader(file, (phone) => keyOf(phoneOf(phone)))
  const completed: CompletedRow[] = []
  const lines = new Map<number, number>()
  const analyze = analyzeAsTheyGrow(growing)
  const steps = {
    headings: importHeadings,
    needed: neededFields,
    secret: ['pin'],
    arePeople: true,
    read: (...given: Parameters<typeof read>) => {
      const rows = withLeadingZeros(read(...given), country, completed)
      const [all, fields] = given
      people.note(rows)
      people.notePhones(all.map((row) => cellsOf(row, fields)['phone'] ?? ''))
      return rows
    },
    judge: async (rows: readonly ParsedRow<ObserverRow>[], wrong: WrongRow[]) => {
      const { ready, refused } = await judgeRows(tx, into, rows, {
        phoneOf,
        people,
        lines,
        changesPhones,
      })
      wrong.push(...refused.map((one) => ({ file, ...one })))
      return ready
    },
    warn: (rows: readonly CheckedRow<ReadyObserver>[]) =>
      rows.flatMap(({ line, value }) => value.doubts.map((fault) => ({ line, fault }))),
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
function readingOnce(country: string): (phone: string) => JudgedPhone {
  const known = new Map<string, JudgedPhone>()
  return (phone) => {
    const typed = known.get(phone) ?? judgePhone(phone, country)
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
  const phoneOf = readingOnce(there.country)
  const people = peopleOf(tx, there, phoneOf)
  people.note(whole)
  const file = { phoneOf, people, lines: new Map<number, number>(), changesPhones: false }
  const { ready, refused } = await judgeRows(tx, there, whole, file)
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
