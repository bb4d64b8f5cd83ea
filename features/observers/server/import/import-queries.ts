import type { Tx } from '#database/open.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import { keyOf, readPhone, type Typed } from '#features/session/server/sign-in/phone-queries.ts'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Read, Table, WrongRow } from '#kit/contract/import/rows.ts'
import { type Changed, changedFrom } from '#kit/server/history/changed.ts'
import { completeNumber } from '#kit/server/phone-number.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import {
  differing,
  heardMeanwhile,
  type ImportSettings,
  importTable,
  type Judged,
  type Stored,
} from '#kit/server/sheets/import.ts'
import { takeTurn } from '#kit/server/sheets/import-turn.ts'
import { importHeadings, neededFields } from '../../columns.ts'
import { asSaid, inFile, type ObserverRow, observerReader } from '../../domain.ts'
import { findKnown, type Known, refusalOf } from './known-queries.ts'
import { type Ready, type Refused, storeObservers, type There } from './store-queries.ts'

type Completed = ImportReport['completed'][number]

/** Whose observers a file brings, and what storing them takes. */
type Into = Omit<There, 'country'>

/** Takes a file of observers in, or only tries; a known phone gets the new name and pin. */
export async function importObservers(
  tx: Tx,
  into: Into,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { file } = table
  if (!settings.isDry)
    await takeTurn(tx, into.electionId, 'observers', heardMeanwhile(table, settings))
  const country = await getHomeCountry(tx, into.electionId)
  const typed = readingOnce(country)
  const read = observerReader(file, (phone) => keyOf(typed(phone)))
  const completed: Completed[] = []
  const steps = {
    headings: importHeadings,
    needed: neededFields,
    secret: ['pin'],
    person: 'name',
    read: (...given: Parameters<typeof read>) => withNoughts(read(...given), country, completed),
    judge: async (rows: readonly Read<ObserverRow>[], wrong: WrongRow[]) => {
      const { ready, refused } = await judge(tx, { ...into, country }, rows, typed)
      wrong.push(...refused.map((one) => ({ file, ...one })))
      return ready
    },
    store: async (rows: readonly Judged<Ready>[], wrong: WrongRow[]) => {
      const { refused, ...stored } = await storeObservers(tx, { ...into, country }, rows)
      wrong.push(...refused.map((one) => ({ file, ...one })))
      return stored
    },
  }
  const report = await importTable(table, steps, settings)
  return { ...report, completed: completed.slice(0, mostCompleted) }
}

/** What storing observers did, and why some were left alone. */
type Upserted = Stored & {
  readonly changes: readonly Changed[]
  /** Why some were not taken in. */
  readonly refused: readonly Fault[]
  readonly completed: readonly Completed[]
}

/** Of a row that is on its way in; a batch has fewer. */
const mostRemembered = 2000

/** Reads each phone once, though it is asked for at every step: to read it is most of what a row costs. */
function readingOnce(country: string): (phone: string) => Typed {
  const known = new Map<string, Typed>()
  return (phone) => {
    const typed = known.get(phone) ?? readPhone(phone, country)
    if (known.size === mostRemembered) known.clear()
    known.set(phone, typed)
    return typed
  }
}

/** So many of them are named; of a file whose every phone is such a one, that is plenty. */
const mostCompleted = 1000

/** Gives phones that lost their first digit in a spreadsheet that digit again, and tells which. */
const withNoughts = (
  rows: readonly Read<ObserverRow>[],
  country: string,
  told: Completed[],
): Read<ObserverRow>[] =>
  rows.map((row) => {
    const { line, value } = row
    const to = completeNumber(value.phone, country)
    if (to === undefined) return row
    told.push({ line, from: value.phone, to })
    return { line, value: { ...value, phone: to } }
  })

/** Stores observers who were read already. */
export async function upsertObservers(
  tx: Tx,
  into: Into,
  drafts: readonly ObserverRow[],
): Promise<Upserted> {
  await takeTurn(tx, into.electionId, 'observers')
  const there = { ...into, country: await getHomeCountry(tx, into.electionId) }
  const completed: Completed[] = []
  const rows = drafts.map((value, line) => ({ line, value }))
  const whole = withNoughts(rows, there.country, completed)
  const { ready, refused } = await judge(tx, there, whole, readingOnce(there.country))
  const news = ready.filter(({ fate }) => fate !== 'unchanged')
  const { added, changed } = await storeObservers(tx, there, news)
  const changes = news.flatMap(({ value }) => changesOf(value))
  return { added, changed, changes, refused: refused.flatMap(({ faults }) => faults), completed }
}

/** A PIN is never shown: only that it is another one. */
function changesOf({ before, keptHash, ...now }: Ready): Changed[] {
  if (!before) return []
  const thing = `observer ${before.phone}`
  const pin = { thing, field: 'PIN', before: 'another', after: 'as in the file' }
  return [...changedFrom(thing, inFile(before), inFile(now)), ...(keptHash === null ? [pin] : [])]
}

async function judge(
  tx: Tx,
  { electionId, ngoId, secrets }: There,
  rows: readonly Read<ObserverRow>[],
  readPhoneOf: (phone: string) => Typed,
): Promise<{ ready: Judged<Ready>[]; refused: Refused[] }> {
  const phones = rows.map(({ value }) => readPhoneOf(value.phone))
  const known = await findKnown(tx, electionId, phones, { isKept: false })
  const ready: Judged<Ready>[] = []
  const refused: Refused[] = []
  for (const [index, { line, value }] of rows.entries()) {
    const found = known[index] ?? []
    const why = refusalOf(ngoId, value.phone, found)
    const typed = phones[index]
    if (why) refused.push({ line, faults: [why] })
    else if (typed) ready.push({ line, ...compare(secrets, { ...value, typed }, found[0]) })
  }
  return { ready, refused }
}

function compare(
  secrets: Secrets,
  draft: ObserverRow & { typed: Typed },
  before: Known | undefined,
): Omit<Judged<Ready>, 'line'> {
  const facts = asSaid(draft, before)
  if (!before) {
    const value = { ...draft, ...facts, turns: false, before, keptHash: null }
    return { fate: 'added', value }
  }
  const keptHash = secrets.isPin(draft.pin, before.pinHash) ? before.pinHash : null
  const turns = facts.isTest !== before.isTest
  const value = { ...draft, ...facts, turns, before, keptHash }
  const changes = {
    ...differing(inFile(before), inFile(facts)),
    ...(keptHash === null && { pin: { was: null, becomes: null } }),
  }
  if (Object.keys(changes).length === 0) return { fate: 'unchanged', value }
  return { fate: 'changed', value, changes }
}
