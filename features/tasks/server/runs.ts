import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { RefusedRows } from '#kit/contract/import/refused.ts'
import type { Table } from '#kit/contract/import/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import type { DownloadFile } from '#kit/server/http/download.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import type { ImportSettings } from '#kit/server/sheets/import.ts'
import { readUploaded, type UploadedFile } from '#kit/server/sheets/uploaded.ts'
import type { TaskKindName } from '../contract.ts'
import { refusedOf } from '../domain.ts'
import type { StaffCall } from './queries.ts'
import type { TaskOutcome } from './run-queries.ts'

/** What a task's code receives, and how it reports. */
export type Run<S extends z.ZodType = z.ZodType> = {
  readonly asked: z.output<S>
  /** On whose behalf. */
  readonly who: StaffActor
  readonly now: Date
  readonly database: Database
  /** Aborted when the task is cancelled, or the process is about to end. */
  readonly signal: AbortSignal
  /**
   * Reports progress, as often as one likes, and yields.
   * @throws when the task is cancelled or the process is about to end: then nothing may stay.
   */
  progress(done: number, total: number): Promise<void>
  /** The file that was uploaded for it. */
  readonly upload: UploadedFile
  /** Keeps a file as the result; it can be downloaded once the task is done. */
  keep(written: DownloadFile): Promise<NonNullable<TaskOutcome['result']>>
  /** Seals refused rows: they may contain pins. */
  seal(refused: RefusedRows): string
  /** Completes the task, in the transaction of its work. */
  finish(tx: Tx, outcome: TaskOutcome): Promise<void>
}

/** A kind of task with its code; a run ends with `finish` or with a Problem. */
export type TaskKind = {
  readonly kind: TaskKindName
  readonly asked: z.ZodType
  run(run: Run): Promise<void>
}

/** Binds a kind of task to its code, as `serve` binds an endpoint to its handler. */
export const taskKind = <S extends z.ZodType>(
  kind: TaskKindName,
  asked: S,
  run: (run: Run<S>) => Promise<void>,
): TaskKind => ({ kind, asked, run: (given) => run(given as Run<S>) })

/** An import's options, once its call has been parsed. */
export const AskedImport = z.object({
  skipInvalid: z.boolean(),
  columns: z.record(z.string(), z.string()).optional(),
  sheet: z.string().optional(),
})

/** How a feature imports the rows of a file, and records it. */
type TakeIn<S extends typeof AskedImport> = (
  call: StaffCall,
  table: Table,
  settings: ImportSettings,
  asked: z.output<S>,
) => Promise<ImportReport>

/**
 * An import as a task. It is one transaction, which ends the task as well: cancelled, or its process killed,
 * it leaves nothing, and a retry does the same once.
 */
export const importKind = <S extends typeof AskedImport>(
  kind: TaskKindName,
  asked: S,
  takeIn: TakeIn<S>,
): TaskKind =>
  taskKind(kind, asked, async (run) => {
    const { asked, who, now, database, upload, signal, progress, finish } = run
    const rest = throttleToHalf(signal)
    const country = await getHomeCountry(database.primary, who.scope.electionId)
    const table = await readUploaded(upload, { country, sheet: asked.sheet, pause: rest })
    await database.write(async (tx) => {
      // Wrong rows are skipped either way: only then are all of them reported, with their values.
      const settings = { ...asked, isDry: false, skipInvalid: true, onProgress: progress, rest }
      const report = await takeIn({ db: tx, who, now }, table, settings, asked)
      const wrong = refusedOf(report)
      const refused = wrong && { count: wrong.count, sealed: run.seal(wrong.rows) }
      if (wrong && refused && !asked.skipInvalid) throw new Refusal(table.file, wrong.rows, refused)
      const { added, changed, unchanged } = report
      await finish(tx, { counts: { added, changed, unchanged }, ...(refused && { refused }) })
    })
  })

/** How many wrong rows the problem of a refused import names; all can be downloaded. */
const mostNamed = 10

/** The outcome of an import whose file has wrong rows; nothing of it was stored. */
export class Refusal extends Error {
  readonly why: Problem
  readonly refused: NonNullable<TaskOutcome['refused']>

  constructor(file: string, { rows }: RefusedRows, refused: NonNullable<TaskOutcome['refused']>) {
    super('import.refused')
    const named = rows.slice(0, mostNamed)
    this.refused = refused
    this.why = new Problem('import.refused', {
      rows: named.map(({ line, reason, faults = [] }) => ({
        file,
        line,
        reason,
        faults: [...faults],
      })),
    })
  }
}
