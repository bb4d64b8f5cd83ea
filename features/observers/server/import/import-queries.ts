import * as z from 'zod'
import type { Tx } from '#database/open.ts'
import { analyzeAsTheyGrow } from '#database/statistics.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import { keyOf } from '#features/session/server/sign-in/phone-queries.ts'
import type { ImportContext, ImportFile } from '#features/tasks/server/import/file-queries.ts'
import { AskedImport } from '#features/tasks/server/runs.ts'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { cellsOf, type ParsedRow } from '#kit/contract/import/rows.ts'
import { id } from '#kit/contract/value/id.ts'
import { differencesBetween, type FieldDifference } from '#kit/server/history/changed.ts'
import { completeNumber } from '#kit/server/phone-number.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import type { ImportSteps, StoredCounts } from '#kit/server/sheets/import.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { importHeadings, neededFields } from '../../columns.ts'
import { inFile, type ObserverRow, observerReader } from '../../domain.ts'
import { explainObserver } from '../../reason-domain.ts'
import { type JudgedPhone, judgePhone } from '../doubt-queries.ts'
import { observerUndoer } from './imported-queries.ts'
import { judgeRows } from './judge-queries.ts'
import { peopleOf } from './people-queries.ts'
import { type ReadyObserver, type StoreContext, storeObservers } from './store-queries.ts'

type CompletedRow = ImportReport['completed'][number]

/** Tables that grow with each observer; an import of a plan searches both. */
const growing = ['observers', 'observer_counts']

/** Tasks of an earlier version do not say whether phones change. */
const Asked = AskedImport.extend({
  ngoId: id('ngos'),
  /** If exactly one known observer has the row's name, they get the row's new phone. */
  changePhones: z.boolean().default(false),
})
type Asked = z.output<typeof Asked>

/** A file of observers; a known phone gets the new name and pin. */
export const observerImport = (secrets: Secrets): ImportFile<Asked> => ({
  kind: 'observers',
  act: 'observers.imported',
  request: Asked,
  undoer: observerUndoer,
  explain: explainObserver,
  ngoOf: (_, { ngoId }) => ngoId,
  steps: (context) => stepsOf(context, secrets),
})

async function stepsOf(
  context: ImportContext<Asked>,
  secrets: Secrets,
): Promise<ImportSteps<ObserverRow, ReadyObserver>> {
  const { tx, who, now, electionId, importId, file, request } = context
  const { ngoId, changePhones: changesPhones } = request
  // The organiser's export has observers of other organisations; importing it leaves these unchanged.
  const seesEveryNgo = who.scope.ngoId === null
  const country = await getHomeCountry(tx, electionId)
  const into = { electionId, importId, ngoId, now, secrets, country, seesEveryNgo }
  const phoneOf = readingOnce(country)
  const people = peopleOf(tx, into, phoneOf)
  const read = observerReader(file, (phone) => keyOf(phoneOf(phone)))
  const completed: CompletedRow[] = []
  const lines = new Map<number, number>()
  const analyze = analyzeAsTheyGrow(growing)
  return {
    headings: importHeadings,
    needed: neededFields,
    secret: ['pin'],
    arePeople: true,
    completed,
    read: (...given) => {
      const rows = withLeadingZeros(read(...given), country, completed)
      const [all, fields] = given
      people.note(rows)
      people.notePhones(all.map((row) => cellsOf(row, fields)['phone'] ?? ''))
      return rows
    },
    judge: async (rows, wrong) => {
      const { ready, refused } = await judgeRows(tx, into, rows, {
        phoneOf,
        people,
        lines,
        changesPhones,
      })
      wrong.push(...refused.map((one) => ({ file, ...one })))
      return ready
    },
    warn: (rows) =>
      rows.flatMap(({ line, value }) => value.doubts.map((fault) => ({ line, fault }))),
    store: async (rows, wrong) => {
      const { refused, ...stored } = await storeObservers(tx, into, rows)
      wrong.push(...refused.map((one) => ({ file, ...one })))
      await analyze(tx, stored.added)
      return stored
    },
  }
}

/** The result of storing observers, and why some were skipped. */
type Upserted = StoredCounts & {
  readonly changes: readonly FieldDifference[]
  /** Why some were not imported. */
  readonly refused: readonly Fault[]
  readonly completed: readonly CompletedRow[]
}

/** How many parsed phones are cached; more than a batch has rows. */
const mostRemembered = 2000

/** Caches parsed phones: parsing is most of the cost of a row, and every step needs it. */
function readingOnce(country: string): (phone: string) => JudgedPhone {
  const known = new Map<string, JudgedPhone>()
  return (phone) => {
    const typed = known.get(phone) ?? judgePhone(phone, country)
    if (known.size === mostRemembered) known.clear()
    known.set(phone, typed)
    return typed
  }
}

/** Restores the leading zero to phones that lost it in a spreadsheet, and reports which. */
const withLeadingZeros = (
  rows: readonly ParsedRow<ObserverRow>[],
  country: string,
  completed: CompletedRow[],
): ParsedRow<ObserverRow>[] =>
  rows.map((row) => {
    const { line, value } = row
    const to = completeNumber(value.phone, country)
    if (to === undefined) return row
    completed.push({ line, from: value.phone, to })
    return { line, value: { ...value, phone: to } }
  })

/** Stores observers that were parsed already. */
export async function upsertObservers(
  tx: Tx,
  into: Omit<StoreContext, 'country'>,
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
