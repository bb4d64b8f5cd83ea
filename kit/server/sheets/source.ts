import type { Db } from '#database/open.ts'
import type { Cell } from '#kit/contract/column.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { clockCell } from '#kit/contract/value/instant.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import { findHead, type Head } from '../history/history.ts'
import { say } from './copy.ts'
import type { Sheet } from './spreadsheet.ts'

/** The source of a file: its content can be compared with history as it was then. */
export type Source = {
  readonly election: string
  readonly timezone: string
  readonly at: Date
  readonly by: string
  readonly filter: unknown
  readonly rows: number
  /** Up to when everything is counted in its figures; undefined: it has none. */
  readonly figuresAsOf?: Date | undefined
  /** Undefined before anything is sealed. */
  readonly head: Head | undefined
}

/** Read in the same snapshot as the file. */
export async function readSource(
  db: Db,
  { who, now }: { readonly who: StaffActor; readonly now: Date },
  about: Pick<Source, 'election' | 'filter' | 'rows' | 'figuresAsOf'>,
): Promise<Source> {
  const head = await findHead(db)
  return { ...about, timezone: who.timezone, at: now, by: who.name, head }
}

/** What the record of a download keeps of the chain: from there on it is sealed with the rest. */
export const chainOf = ({ head }: Source) =>
  head && { chain: { position: head.position, hash: head.hash } }

/** The last sheet of every workbook. A CSV file has no room for it: a header of its reply has. */
export const sourceSheet = (source: Source, language: Language): Sheet => ({
  name: speak(say.source, language),
  headings: [speak(say.fact, language), speak(say.value, language)],
  batches: async function* () {
    yield factsOf(source, language).map(([title, value]) => [speak(title, language), value])
  },
})

function factsOf(source: Source, language: Language): readonly (readonly [Copy, Cell])[] {
  const { head, timezone, at, figuresAsOf } = source
  const counted: readonly (readonly [Copy, Cell])[] = figuresAsOf
    ? [[say.figuresAsOf, clockCell(figuresAsOf, timezone)]]
    : []
  return [
    [say.election, source.election],
    [say.madeAt, clockCell(at, timezone)],
    ...counted,
    [say.madeBy, source.by],
    [say.filter, filterOf(source.filter) || speak(say.noFilter, language)],
    [say.rows, source.rows],
    [say.position, head?.position ?? 0],
    [say.head, head?.hash ?? null],
    [say.sealedAt, head ? clockCell(head.sealedAt, timezone) : null],
  ]
}

/** `county = CJ; urgent = true`, by the names of the call. */
const filterOf = (filter: unknown): string =>
  Object.entries(filter ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) => `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('; ')
