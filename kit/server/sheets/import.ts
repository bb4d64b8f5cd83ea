import type { Language } from '#kit/contract/copy.ts'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { Changes, ImportReport, RowOutcome } from '#kit/contract/import/import.ts'
import { type Explain, explainPlain } from '#kit/contract/import/reason.ts'
import {
  type ColumnFields,
  cellsOf,
  findHeader,
  type Headings,
  type Needed,
  type ParsedRow,
  type Row,
  type Table,
  type WrongRow,
} from '#kit/contract/import/rows.ts'
import { unfitOf } from '#kit/contract/import/unfit.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Pause } from './csv.ts'
import { doubtedRows, type RowWarning, warningsOf } from './warnings.ts'

/** A valid row, and what it would do to what is stored. */
export type CheckedRow<Value> = ParsedRow<Value> & {
  readonly fate: Exclude<RowOutcome, 'wrong'>
  /** For a changed row, by field, the stored value and the new one. */
  readonly changes?: Changes
}

/**
 * The steps of a feature's import, a batch at a time. Each step sees the whole file before the next begins, so that
 * neither a check and a run nor the size of a batch make a difference.
 */
export type ImportSteps<Draft = unknown, Ready = unknown> = {
  readonly headings: Headings
  /** Required columns. */
  readonly needed: readonly Needed[]
  /** Fields that must not be shown again. */
  readonly secret: readonly string[]
  /** Whether rows are people: one with another name may be another person. */
  readonly arePeople?: boolean
  /** Parses rows. A row that cannot be parsed, or repeats another, is wrong instead. */
  read(
    rows: readonly Row[],
    fields: ColumnFields,
    wrong: WrongRow[],
  ): readonly ParsedRow<Draft>[] | Promise<readonly ParsedRow<Draft>[]>
  /**
   * Compares rows with the database and with earlier rows of the file, before any is stored. A row that may not be stored is
   * wrong instead.
   */
  judge(rows: readonly ParsedRow<Draft>[], wrong: WrongRow[]): Promise<readonly CheckedRow<Ready>[]>
  /** Warns of likely mistakes in valid rows, after all are judged; called by a check only. */
  warn?(rows: readonly CheckedRow<Ready>[]): readonly RowWarning[]
  /**
   * Stores added and changed rows and returns their number, which may be lower than judged: another user may have stored
   * the same meanwhile. A row that may not be stored after all is wrong.
   */
  store(rows: readonly CheckedRow<Ready>[], wrong: WrongRow[]): Promise<StoredCounts>
  /** The cells that were completed while they were read. */
  readonly completed?: ImportReport['completed']
}

/** Explains to one caller why a row is wrong. */
export type ExplainTo = (faults: readonly Fault[]) => string

/** How many rows were new, and how many were changed. */
export type StoredCounts = { readonly added: number; readonly changed: number }

export type ImportSettings = {
  /** Only checks: nothing is stored and nothing refused. */
  readonly isDry: boolean
  readonly skipInvalid: boolean
  /** The field for each heading. */
  readonly columns?: Readonly<Record<string, string>> | undefined
  /** Explains why a row is wrong in the caller's language. */
  readonly explain?: ExplainTo | undefined
  /** Called after every batch with how many rows are done, of how many. */
  readonly onProgress?: (done: number, total: number) => unknown
  /** Yields to reports; called between two batches. */
  readonly rest?: Pause
}

/**
 * Few enough rows to yield in between, many enough that round trips do not count: each turn of the event loop
 * that a report needs may come after one batch.
 */
const batch = 500
const shownRows = 100
const mostNamed = 1000

/**
 * Imports a file's rows.
 * @throws Problem `import.refused` for missing or duplicate columns; and, unless they may be skipped, for
 * wrong rows. What was stored by then is rolled back with the transaction.
 */
export async function importTable<Draft, Ready>(
  file: Table,
  steps: ImportSteps<Draft, Ready>,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { isDry, skipInvalid, columns, explain = asFound } = settings
  refuseUnknown(columns, steps.headings)
  const wrong: WrongRow[] = []
  const table = findHeader(file, steps.headings, steps.needed, wrong, columns)
  const { fields, headerLine } = table
  const isReadable = wrong.length === 0
  const rows = isReadable ? table.rows : []
  const refuse = () => {
    wrong.sort((one, other) => one.line - other.line)
    if (!isDry && wrong.length > 0 && !(isReadable && skipInvalid))
      throw refusal(wrong.slice(0, mostNamed), explain)
  }
  const judged = await judgeAll(rows, fields, steps, settings, wrong)
  refuse()
  const counts = isDry
    ? predictedCounts(judged)
    : await storeAll(judged, rows.length, steps, settings, wrong)
  refuse()
  const doubted: RowWarning[] = []
  if (isDry)
    await eachBatch(judged, settings, async (some) => {
      for (const one of steps.warn?.(some) ?? []) doubted.push(one)
    })

  const byLine = new Map(rows.map((row) => [row.line, row]))
  const fates = new Map(judged.slice(0, shownRows).map(({ line, fate }) => [line, fate]))
  const changing = judged.flatMap(({ line, changes }) => {
    const row = byLine.get(line)
    return changes && row ? [{ row, changes }] : []
  })
  const headed = table.headings.map((heading, index) => ({ heading, field: fields[index] ?? null }))
  const renaming = changing.filter(({ changes }) => Object.hasOwn(changes, 'name')).length
  const shown = fields.map((field) => (steps.secret.includes(field ?? '') ? null : field))
  const cellsAt = (line: number) => cellsOf(byLine.get(line) ?? { line, cells: [] }, shown)
  return {
    ...counts,
    wrong: wrong.map(({ line, faults }) => {
      const uploaded = [...(byLine.get(line)?.cells ?? [])]
      const cells = uploaded.length > 0 ? cellsAt(line) : {}
      return { line, faults: [...faults], reason: explain(faults), cells, uploaded }
    }),
    rows: rows.slice(0, shownRows).map((row) => ({
      line: row.line,
      fate: fates.get(row.line) ?? 'wrong',
      cells: cellsOf(row, shown),
    })),
    completed: (steps.completed ?? []).slice(0, mostNamed),
    changes: changing.slice(0, mostNamed).map(({ row, changes }) => ({
      line: row.line,
      cells: cellsOf(row, shown),
      changes,
    })),
    warnings: warningsOf(doubted, explain),
    doubted: doubtedRows(doubted, explain, cellsAt),
    renamed: steps.arePeople ? renaming : 0,
    columns: headed,
    unfit: unfitOf(headed, { rows: rows.length, refused: wrong.length, renaming }) ?? null,
    headerLine,
    separator: table.separator ?? null,
    letters: table.letters ?? 'UTF-8',
    sheets: [...(table.sheets ?? [])],
    sheet: table.sheet ?? null,
  }
}

/** Explains faults in English, each after its field. */
export const asFound: ExplainTo = (faults) => explainPlain(faults, undefined)

/** The Problem of a file with wrong rows. */
export const refusal = (rows: readonly WrongRow[], explain: ExplainTo) =>
  new Problem('import.refused', {
    rows: rows.map(({ file, line, faults }) => ({
      file,
      line,
      reason: explain(faults),
      faults: [...faults],
    })),
  })

/** Explains faults in the caller's language, if they say which. */
export const explainTo =
  (language: Language | undefined, explain: Explain): ExplainTo =>
  (faults) =>
    explain(faults, language)

async function judgeAll<Draft, Ready>(
  rows: readonly Row[],
  fields: ColumnFields,
  steps: ImportSteps<Draft, Ready>,
  settings: ImportSettings,
  wrong: WrongRow[],
): Promise<CheckedRow<Ready>[]> {
  const read: ParsedRow<Draft>[] = []
  const judged: CheckedRow<Ready>[] = []
  const progress = () => settings.onProgress?.(0, rows.length)
  await eachBatch(rows, settings, async (some) => {
    read.push(...(await steps.read(some, fields, wrong)))
    await progress()
  })
  await eachBatch(read, settings, async (some) => {
    judged.push(...(await steps.judge(some, wrong)))
    await progress()
  })
  return judged
}

async function storeAll<Ready>(
  judged: readonly CheckedRow<Ready>[],
  total: number,
  steps: Pick<ImportSteps<never, Ready>, 'store'>,
  settings: ImportSettings,
  wrong: WrongRow[],
) {
  const found = wrong.length
  let [added, changed, done] = [0, 0, total - judged.length]
  await eachBatch(judged, settings, async (some) => {
    const stored = await steps.store(some.filter(hasEffect), wrong)
    added += stored.added
    changed += stored.changed
    done += some.length
    await settings.onProgress?.(done, total)
  })
  return { added, changed, unchanged: judged.length - added - changed - (wrong.length - found) }
}

async function eachBatch<One>(
  all: readonly One[],
  { rest }: ImportSettings,
  act: (some: readonly One[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < all.length; from += batch) {
    // After the last rows only the importer waits.
    if (from > 0) await rest?.()
    await act(all.slice(from, from + batch))
  }
}

/** The fields whose stored and new values differ; both sides have the same fields. */
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

function predictedCounts(judged: readonly CheckedRow<unknown>[]) {
  const counts = { added: 0, changed: 0, unchanged: 0 }
  for (const { fate } of judged) counts[fate] += 1
  return counts
}

/** Progress of a cancellable import while it waits for the lock; undefined where it cannot be cancelled. */
export const progressWhileWaiting = ({ rows }: Table, { onProgress }: ImportSettings) =>
  onProgress && (() => onProgress(0, rows.length))

/** A column can only be assigned to a field that is imported. */
function refuseUnknown(columns: ImportSettings['columns'] = {}, headings: Headings): void {
  const unknown = Object.values(columns).filter(
    (one) => one !== '' && !Object.hasOwn(headings, one),
  )
  if (unknown.length === 0) return
  const errors = unknown.map((field) => `There is no field ${field}`)
  throw new Problem('request.invalid', { errors: { columns: errors } })
}
