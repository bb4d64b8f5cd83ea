import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import type { Explain } from '#kit/contract/import/reason.ts'
import type { RefusedRows } from '#kit/contract/import/refused.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import type { DownloadFile } from '#kit/server/http/download.ts'
import type { UploadedFile } from '#kit/server/sheets/uploaded.ts'
import type { TaskKindName } from '../contract.ts'
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
  /** Of an import, why rows are wrong. */
  readonly explain?: Explain
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
export type AskedImport = z.output<typeof AskedImport>

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
