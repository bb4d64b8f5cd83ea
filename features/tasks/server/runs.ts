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
import { type ImportSettings, readUploaded, type UploadedFile } from '#kit/server/sheets/import.ts'
import type { TaskKindName } from '../contract.ts'
import { refusedOf } from '../domain.ts'
import type { StaffCall } from './queries.ts'
import type { TaskOutcome } from './run-queries.ts'

/** What does a task is given, and what it tells while it goes on. */
export type Run<S extends z.ZodType = z.ZodType> = {
  readonly asked: z.output<S>
  /** On whose behalf. */
  readonly who: StaffActor
  readonly now: Date
  readonly database: Database
  /** Aborted when the task is cancelled, or the process is about to end. */
  readonly signal: AbortSignal
  /**
   * Says how far it is, as often as one likes, and lets others have their turn.
   * @throws when the task is cancelled or the process is about to end: then nothing may stay.
   */
  progress(done: number, total: number): Promise<void>
  /** The file that was uploaded for it. */
  readonly upload: UploadedFile
  /** Keeps a file for the outcome; it can be downloaded once the task is done. */
  keep(written: DownloadFile): Promise<NonNullable<TaskOutcome['result']>>
  /** Seals what is kept of a file: there may be pins in it. */
  seal(refused: RefusedRows): string
  /** Ends the task well, in the transaction of what it did. */
  finish(tx: Tx, outcome: TaskOutcome): Promise<void>
}

/** A kind of task together with what does it; a run ends with `finish` or with a Problem. */
export type TaskKind = {
  readonly kind: TaskKindName
  readonly asked: z.ZodType
  run(run: Run): Promise<void>
}

/** Binds a kind of task to what does it, as `serve` binds an endpoint to its handler. */
export const taskKind = <S extends z.ZodType>(
  kind: TaskKindName,
  asked: S,
  run: (run: Run<S>) => Promise<void>,
): TaskKind => ({ kind, asked, run: (given) => run(given as Run<S>) })

/** What an import was told, once its call has been read. */
export const AskedImport = z.object({
  skipInvalid: z.boolean(),
  columns: z.record(z.string(), z.string()).optional(),
})

/** How a feature takes the rows of a file in, and records it. */
type TakeIn<S extends typeof AskedImport> = (
  call: StaffCall,
  table: Table,
  settings: ImportSettings,
  asked: z.output<S>,
) => Promise<ImportReport>

/**
 * An import as a task. It is one transaction, which ends the task as well: cancelled, or its process
 * killed, it leaves nothing, and begun again it does the same once.
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
    const table = await readUploaded(upload, country, undefined, rest)
    await database.write(async (tx) => {
      // Wrong rows are left out either way: only so they are all told, with what stood in them.
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

/** What an import ends with whose file has rows that do not fit; nothing of it was stored. */
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
