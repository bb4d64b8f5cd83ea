import type { Tx } from '#database/open.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import type { ParsedRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { type CheckedRow, differing } from '#kit/server/sheets/import.ts'
import { asGiven, inFile, type ObserverRow } from '../../domain.ts'
import type { PinDoubt } from '../../doubt-domain.ts'
import type { JudgedPhone } from '../doubt-queries.ts'
import { findKnown, type KnownObserver, refusalOf } from './known-queries.ts'
import type { People, PersonDoubt } from './people-queries.ts'
import type { ReadyObserver, RefusedRow, StoreContext } from './store-queries.ts'

/** The context for checking the rows of a file. */
export type JudgedFile = {
  readonly phoneOf: (phone: string) => JudgedPhone
  readonly people: People
  readonly changesPhones: boolean
  /** By observer, which row of the file means them: one typed abroad is meant by two ways of typing. */
  readonly lines: Map<number, number>
}

/**
 * The observer that each row means. A row that changes a phone means the holder of the former phone.
 * @param changesPhones whether a new phone with the name of one known observer becomes theirs
 */
async function meantBy(
  tx: Tx,
  electionId: Id<'elections'>,
  rows: readonly ParsedRow<ObserverRow>[],
  { phoneOf, people, changesPhones }: JudgedFile,
) {
  const phones = rows.map(({ value }) => phoneOf(value.phone))
  const holders = await findKnown(tx, electionId, phones, { isKept: false })
  const meant = []
  for (const [index, typed] of phones.entries()) {
    const row = rows[index]
    const found = holders[index] ?? []
    const person = row ? await people.judge(row, found) : {}
    meant.push({ typed, found, person, sought: (changesPhones && person.moved) || typed })
  }
  if (!changesPhones) return meant
  const sought = meant.map((one) => one.sought)
  const former = await findKnown(tx, electionId, sought, { isKept: false })
  return meant.map((one, index) => ({ ...one, found: former[index] ?? [] }))
}

type JudgeContext = Pick<StoreContext, 'electionId' | 'ngoId' | 'secrets'> & {
  /** Their own export holds observers of other organisations, which it leaves as they are. */
  readonly seesEveryNgo?: boolean
}

/** Compares rows with stored observers, and refuses invalid ones. */
export async function judgeRows(
  tx: Tx,
  { electionId, ngoId, secrets, seesEveryNgo = false }: JudgeContext,
  rows: readonly ParsedRow<ObserverRow>[],
  file: JudgedFile,
): Promise<{ ready: CheckedRow<ReadyObserver>[]; refused: RefusedRow[] }> {
  const meant = await meantBy(tx, electionId, rows, file)
  const ready: CheckedRow<ReadyObserver>[] = []
  const refused: RefusedRow[] = []
  for (const [index, { typed, sought, found, person }] of meant.entries()) {
    const row = rows[index]
    if (!row) continue
    const { line, value } = row
    const why = refusalOf(ngoId, value, found) ?? takenBy(file.lines, line, value.phone, found)
    const pinDoubt = file.people.pinDoubt(value.pin)
    const doubts = doubtsOf(typed, pinDoubt, person.fault)
    const checked = compare(secrets, { ...value, typed, sought, pinDoubt, doubts }, found[0])
    if (!why || (seesEveryNgo && leavesOther(why, checked))) ready.push({ line, ...checked })
    else refused.push({ line, faults: [why, ...likelySame(why, person)] })
  }
  return { ready, refused }
}

/** An observer of another organisation stays as they are; whether a PIN of theirs is right is never said. */
const leavesOther = (why: Fault, { fate, value }: Omit<CheckedRow<ReadyObserver>, 'line'>) =>
  why.code === 'phone.of-other' && fate === 'unchanged' && value.pin === undefined

/** A new phone without a PIN is likely the new phone of a known observer. */
const likelySame = ({ code }: Fault, { fault: found }: PersonDoubt): Fault[] =>
  code === 'pin.missing' && found ? [found] : []

const doubtsOf = (
  typed: JudgedPhone,
  pinDoubt: PinDoubt | null,
  person: Fault | undefined,
): Fault[] => [
  ...(typed.doubt ? [fault(typed.doubt, undefined, 'phone')] : []),
  ...(pinDoubt ? [fault(pinDoubt, undefined, 'pin')] : []),
  ...(person ? [person] : []),
]

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

type Draft = ObserverRow & Pick<ReadyObserver, 'typed' | 'sought' | 'pinDoubt' | 'doubts'>

/** A spreadsheet that reads a phone as a number loses its spaces: they are no change. */
const spacedAs = (draft: Draft, before: KnownObserver | undefined): ObserverRow =>
  before && draft.phone === draft.typed.digits && draft.phone === before.phoneDigits
    ? { ...draft, phone: before.phone }
    : draft

function compare(
  secrets: Secrets,
  draft: Draft,
  before: KnownObserver | undefined,
): Omit<CheckedRow<ReadyObserver>, 'line'> {
  const facts = asGiven(spacedAs(draft, before), before)
  if (!before) {
    const value = { ...draft, ...facts, before, keptHash: null }
    return { fate: 'added', value }
  }
  const isKept = draft.pin === undefined || secrets.isPin(draft.pin, before.pinHash)
  const keptHash = isKept ? before.pinHash : null
  const pinDoubt = isKept ? before.pinDoubt : draft.pinDoubt
  const value = { ...draft, ...facts, before, keptHash, pinDoubt }
  const changes = {
    ...differing(inFile(before), inFile(facts)),
    ...(keptHash === null && { pin: { was: null, becomes: null } }),
  }
  if (Object.keys(changes).length === 0) return { fate: 'unchanged', value }
  return { fate: 'changed', value, changes }
}
