import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Language } from '#kit/contract/copy.ts'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { Changes, ImportReport, RowOutcome } from '#kit/contract/import/import.ts'
import { type Explain, explainPlain } from '#kit/contract/import/reason.ts'
import {
  type ColumnFields,
  cellsOf,
  findFields,
  type Headings,
  type ParsedRow,
  type Row,
  type Table,
  type WrongRow,
} from '#kit/contract/import/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import { withCommasIfRomanian, writesRomanian } from '#kit/contract/value/text.ts'
import type { Upload } from '../files/files.ts'
import { type Pause, readCsv, UnreadableCsv } from './csv.ts'

/** A row that fits, and what it would do to what is stored. */
export type CheckedRow<Value> = ParsedRow<Value> & {
  readonly fate: Exclude<RowOutcome, 'wrong'>
  /** Of what is changed, by field, what is stored and what would be. */
  readonly changes?: Changes
}

/** The steps in which a feature takes rows in, a batch at a time. */
export type ImportSteps<Draft, Ready> = {
  readonly headings: Headings
  /** Fields without which there is nothing to take in. */
  readonly needed: readonly string[]
  /** Fields that must not be shown again. */
  readonly secret: readonly string[]
  /** The field that says who somebody is, where rows are people. */
  readonly person?: string
  readonly read: (
    rows: readonly Row[],
    fields: ColumnFields,
    wrong: WrongRow[],
  ) => readonly ParsedRow<Draft>[]
  /** Compares with what is stored. What may not be stored is wrong instead. */
  readonly judge: (
    rows: readonly ParsedRow<Draft>[],
    wrong: WrongRow[],
  ) => Promise<readonly CheckedRow<Ready>[]>
  /**
   * Stores what is added or changed, and answers with how much that was: somebody else may have stored
   * the same since it was judged. What may not be stored after all is wrong.
   */
  readonly store: (rows: readonly CheckedRow<Ready>[], wrong: WrongRow[]) => Promise<StoredCounts>
}

/** What explains why a row is wrong to one caller. */
export type ExplainTo = (faults: readonly Fault[]) => string

/** How many rows were new, and how many were changed. */
export type StoredCounts = { readonly added: number; readonly changed: number }

export type ImportSettings = {
  /** Only tries: nothing is stored and nothing refused. */
  readonly isDry: boolean
  readonly skipInvalid: boolean
  /** By heading, the field it stands for. */
  readonly columns?: Readonly<Record<string, string>> | undefined
  /** Says why a row is wrong in the caller's language. */
  readonly explain?: ExplainTo | undefined
  /** Hears after every batch how many rows are done, of how many. */
  readonly onProgress?: (done: number, total: number) => unknown
  /** Lets those go first who report meanwhile; called between two batches. */
  readonly rest?: Pause
}

/**
 * Few enough rows that others get their turn in between, many enough that trips do not count: each of the
 * turns that a report takes may come behind what is done of them at a stretch.
 */
const batch = 500
const shownRows = 100
const mostRefused = 1000
const mostChanges = 1000

/**
 * Takes a file's rows in.
 * @throws Problem `import.refused` for columns that are missing or doubled; and, unless they may be
 * skipped, for rows that are wrong. What was stored by then goes with the transaction.
 */
export async function importTable<Draft, Ready>(
  table: Table,
  steps: ImportSteps<Draft, Ready>,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { isDry, skipInvalid, columns, explain = asFound } = settings
  refuseUnknown(columns, steps.headings)
  const wrong: WrongRow[] = []
  const fields = findFields(table, steps.headings, steps.needed, wrong, columns)
  const isReadable = wrong.length === 0
  const rows = isReadable ? table.rows : []
  const taken = await takeIn({ ...table, rows }, fields, steps, settings, wrong)
  const { fates, counts, changing } = taken
  wrong.sort((one, other) => one.line - other.line)
  if (!isDry && wrong.length > 0 && !(isReadable && skipInvalid))
    throw refusal(wrong.slice(0, mostRefused), explain)

  const shown = fields.map((field) => (steps.secret.includes(field ?? '') ? null : field))
  const byLine = new Map<number, Row | undefined>(wrong.map(({ line }) => [line, undefined]))
  for (const row of rows) if (byLine.has(row.line)) byLine.set(row.line, row)
  return {
    ...counts,
    wrong: wrong.map(({ line, faults }) => {
      const row = byLine.get(line)
      const cells = row ? cellsOf(row, shown) : {}
      const uploaded = [...(row?.cells ?? [])]
      return { line, faults: [...faults], reason: explain(faults), cells, uploaded }
    }),
    rows: rows.slice(0, shownRows).map((row) => ({
      line: row.line,
      fate: fates.get(row.line) ?? 'wrong',
      cells: cellsOf(row, shown),
    })),
    completed: [],
    changes: changing.rows.map(({ row, changes }) => ({
      line: row.line,
      cells: cellsOf(row, shown),
      changes,
    })),
    renamed: changing.renamed,
    columns: table.headings.map((heading, index) => ({ heading, field: fields[index] ?? null })),
    separator: table.separator ?? ',',
    letters: table.letters ?? 'UTF-8',
  }
}

const asFound: ExplainTo = (faults) => explainPlain(faults, undefined)

const refusal = (rows: readonly WrongRow[], explain: ExplainTo) =>
  new Problem('import.refused', {
    rows: rows.map(({ file, line, faults }) => ({
      file,
      line,
      reason: explain(faults),
      faults: [...faults],
    })),
  })

/** What explains faults to a caller, who says in which language, or does not. */
export const explainTo =
  (language: Language | undefined, explain: Explain): ExplainTo =>
  (faults) =>
    explain(faults, language)

async function takeIn<Draft, Ready>(
  { rows }: Table,
  fields: ColumnFields,
  steps: ImportSteps<Draft, Ready>,
  settings: ImportSettings,
  wrong: WrongRow[],
) {
  const { isDry, skipInvalid } = settings
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const fates = new Map<number, RowOutcome>()
  const changing: Changing = { rows: [], renamed: 0 }
  for (let from = 0; from < rows.length; from += batch) {
    const some = rows.slice(from, from + batch)
    const judged = await steps.judge(steps.read(some, fields, wrong), wrong)
    collectChanges(changing, some, judged, steps.person)
    for (const { line, fate } of judged) if (fates.size < shownRows) fates.set(line, fate)
    // Once a row is wrong and none may be left out, the file is only read on to find the others.
    const isStored = !isDry && (skipInvalid || wrong.length === 0)
    const found = wrong.length
    const { added, changed } = isStored
      ? await steps.store(judged.filter(hasEffect), wrong)
      : predictedCounts(judged)
    counts.added += added
    counts.changed += changed
    counts.unchanged += judged.length - added - changed - (wrong.length - found)
    await afterBatch(settings, Math.min(from + batch, rows.length), rows.length)
  }
  return { fates, counts, changing }
}

async function afterBatch({ onProgress, rest }: ImportSettings, done: number, total: number) {
  await onProgress?.(done, total)
  // Nobody waits for the last rows but who imports.
  if (done < total) await rest?.()
}

/** Rows that change something, the first of them, and how many of them give somebody another name. */
type Changing = { readonly rows: { row: Row; changes: Changes }[]; renamed: number }

function collectChanges(
  changing: Changing,
  rows: readonly Row[],
  judged: readonly CheckedRow<unknown>[],
  person: string | undefined,
): void {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  for (const { line, changes } of judged) {
    const row = byLine.get(line)
    if (!changes || !row) continue
    if (changing.rows.length < mostChanges) changing.rows.push({ row, changes })
    if (person !== undefined && Object.hasOwn(changes, person)) changing.renamed += 1
  }
}

/** Of what is stored and what would be, field by field, those that differ; both say the same fields. */
export function differing(
  was: Readonly<Record<string, CellValue>>,
  becomes: Readonly<Record<string, CellValue>>,
): Changes {
  const text = (cell: CellValue = null) => (cell === null ? null : String(cell))
  return Object.fromEntries(
    Object.keys(was)
      .filter((field) => was[field] !== becomes[field])
      .map((field) => [field, { was: text(was[field]), becomes: text(becomes[field]) }]),
  )
}

type CellValue = string | number | boolean | null

const hasEffect = ({ fate }: CheckedRow<unknown>) => fate !== 'unchanged'

const predictedCounts = (judged: readonly CheckedRow<unknown>[]): StoredCounts => ({
  added: judged.filter(({ fate }) => fate === 'added').length,
  changed: judged.filter(({ fate }) => fate === 'changed').length,
})

/** What an import that may be stopped hears while it waits for its turn; undefined where it may not. */
export const progressWhileWaiting = ({ rows }: Table, { onProgress }: ImportSettings) =>
  onProgress && (() => onProgress(0, rows.length))

/** Whoever says what a column holds must say something that we take in. */
function refuseUnknown(columns: ImportSettings['columns'] = {}, headings: Headings): void {
  const unknown = Object.values(columns).filter(
    (one) => one !== '' && !Object.hasOwn(headings, one),
  )
  if (unknown.length === 0) return
  const errors = unknown.map((field) => `There is no field ${field}`)
  throw new Problem('request.invalid', { errors: { columns: errors } })
}

/** A file to be taken in. */
export type UploadedFile = Pick<Upload, 'fileName' | 'bytes'>

/**
 * The one file that was sent.
 * @throws Problem `request.invalid` without one.
 */
export function fileIn([upload]: readonly UploadedFile[]): UploadedFile {
  if (!upload) throw new Problem('request.invalid', { errors: { file: ['Must be sent'] } })
  return upload
}

/**
 * The rows of a file that was sent, for an election that is at home in this country: where Romanian is
 * written there, letters that an older file writes with a cedilla get their comma.
 * @throws Problem `import.refused` when it is no readable CSV.
 */
export async function readUploaded(
  { fileName, bytes }: UploadedFile,
  country: string,
  explain: ExplainTo = asFound,
  pause: Pause = nextTurn,
): Promise<Table> {
  try {
    const table = await readCsv(fileName, await bytes(), pause)
    if (!writesRomanian(country)) return table
    return { ...table, rows: await withCommasEach(table.rows, pause) }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    throw refusal([{ file: fileName, line: error.line, faults: [error.fault] }], explain)
  }
}

async function withCommasEach(rows: readonly Row[], pause: Pause): Promise<Row[]> {
  const done: Row[] = []
  for (const { line, cells } of rows) {
    done.push({ line, cells: cells.map(withCommasIfRomanian) })
    if (done.length % batch === 0) await pause()
  }
  return done
}
