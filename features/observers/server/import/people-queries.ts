import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { keyOf, type TypedPhone } from '#features/session/server/sign-in/phone-queries.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import type { ParsedRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverRow } from '../../domain.ts'
import { areStrangers, countPin, nameKey, type PinLengths, pinDoubt } from '../../doubt-domain.ts'
import type { JudgedPhone } from '../doubt-queries.ts'
import type { KnownObserver } from './known-queries.ts'

/** An observer of the organisation, by name. */
type Namesake = Columns<'observers', 'phoneDigits' | 'phoneE164'>

type Row = ParsedRow<ObserverRow>

/** Likely mistakes in the person of a row. `moved`: the phone that the row's phone may replace. */
export type PersonDoubt = { readonly fault?: Fault; readonly moved?: TypedPhone }

/** The people of a file together; all its rows are noted before one is judged. */
export function peopleOf(
  db: Db,
  { electionId, ngoId }: { readonly electionId: Id<'elections'>; readonly ngoId: Id<'ngos'> },
  phoneOf: (typed: string) => JudgedPhone,
) {
  const lengths: PinLengths = { total: 0, counts: new Map() }
  const phones = new Set<string>()
  const linesOf = new Map<string, number[]>()
  const keys = new Map<number, string>()
  let known: Promise<ReadonlyMap<string, readonly Namesake[]>> | undefined

  /** Observers of the organisation with this name; read once for all rows. */
  const allNamed = async (key: string): Promise<readonly Namesake[]> => {
    known ??= readNamesakes(db, electionId, ngoId)
    return (await known).get(key) ?? []
  }

  /** The namesakes whose phone is not in the file. */
  const namesakesOf = async (key: string): Promise<readonly Namesake[]> => {
    const all = await allNamed(key)
    return all.filter(
      ({ phoneDigits: digits, phoneE164: e164 }) => !phones.has(keyOf({ digits, e164 })),
    )
  }

  const newcomer = async ({ line }: Row): Promise<PersonDoubt> => {
    const key = keys.get(line)
    if (key === undefined) return {}
    const lines = linesOf.get(key) ?? []
    const namesakes = await namesakesOf(key)
    const [one] = namesakes
    if (one && namesakes.length === 1 && lines.length === 1)
      return {
        fault: fault('person.known', undefined, 'name'),
        moved: { digits: one.phoneDigits, e164: one.phoneE164 },
      }
    if (one) return { fault: fault('person.several', undefined, 'name') }
    const [first = line] = lines
    return first === line ? {} : { fault: fault('person.twice', undefined, 'name') }
  }

  const noteName = (line: number, name: string): void => {
    const key = nameKey(name)
    if (key === undefined) return
    keys.set(line, key)
    const lines = linesOf.get(key)
    if (lines) lines.push(line)
    else linesOf.set(key, [line])
  }

  return {
    note: (rows: readonly Row[]): void => {
      for (const { line, value } of rows) {
        if (value.pin !== undefined) countPin(lengths, value.pin)
        phones.add(keyOf(phoneOf(value.phone)))
        noteName(line, value.name)
      }
    },
    /** An observer keeps a phone that any row of the file names, even a refused row. */
    notePhones: (typed: readonly string[]): void => {
      for (const phone of typed) phones.add(keyOf(phoneOf(phone)))
    },
    pinDoubt: (pin: string | undefined) =>
      (pin === undefined ? undefined : pinDoubt(pin, lengths)) ?? null,
    /** Whether the row's person is likely not the owner of its phone, or the same as an observer with another phone. */
    judge: async (row: Row, [before]: readonly KnownObserver[]): Promise<PersonDoubt> => {
      if (!before) return newcomer(row)
      const { name } = row.value
      const key = nameKey(name)
      if (before.name === name) return {}
      const isOther = key !== undefined && key !== nameKey(before.name)
      const isAlsoKnown = isOther && (await allNamed(key)).length > 0
      if (!isAlsoKnown && !areStrangers(before.name, name)) return {}
      return { fault: fault('phone.of-person', undefined, 'name') }
    },
  }
}

export type People = ReturnType<typeof peopleOf>

async function readNamesakes(
  db: Db,
  electionId: Id<'elections'>,
  ngoId: Id<'ngos'>,
): Promise<ReadonlyMap<string, readonly Namesake[]>> {
  const { rows } = await sql<Namesake & Columns<'observers', 'name'>>`
    select name, phone_digits, phone_e164 from observers
     where election_id = ${electionId} and ngo_id = ${ngoId} and deleted_at is null
     order by id`.execute(db)
  const byName = new Map<string, Namesake[]>()
  for (const { name, ...namesake } of rows) {
    const key = nameKey(name)
    if (key !== undefined) byName.set(key, [...(byName.get(key) ?? []), namesake])
  }
  return byName
}
