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

/** The context of a task's code. */
export type Run<S extends z.ZodType = z.ZodType> = {
  readonly request: z.output<S>
  /** The account that started the task. */
  readonly who: StaffActor
  readonly now: Date
  readonly database: Database
  /** Aborted when the task is cancelled, or the process is about to end. */
  readonly signal: AbortSignal
  /**
   * Reports progress, at any rate, and yields.
   * @throws if the task is cancelled or the process is about to end: the run has to roll back.
   */
  progress(done: number, total: number): Promise<void>
  readonly upload: UploadedFile
  /** Stores a file as the result, for download once the task is done. */
  keep(written: DownloadFile): Promise<NonNullable<TaskOutcome['result']>>
  /** Seals refused rows, which may contain PINs. */
  seal(refused: RefusedRows): string
  /** Completes the task, in the transaction of its work. */
  finish(tx: Tx, outcome: TaskOutcome): Promise<void>
}

/** A kind of task with its code. A run ends with `finish` or a Problem. */
export type TaskKind = {
  readonly kind: TaskKindName
  readonly request: z.ZodType
  /** Explains the wrong rows of an import. */
  readonly explain?: Explain
  run(run: Run): Promise<void>
}

/** Binds a kind of task to its code, as `serve` binds an endpoint to its handler. */
export const taskKind = <S extends z.ZodType>(
  kind: TaskKindName,
  request: S,
  run: (run: Run<S>) => Promise<void>,
): TaskKind => ({ kind, request, run: (given) => run(given as Run<S>) })

/** An import's options, once its call has been parsed. */
export const AskedImport = z.object({
  skipInvalid: z.boolean(),
  columns: z.record(z.string(), z.string()).optional(),
  sheet: z.string().optional(),
})
export type AskedImport = z.output<typeof AskedImport>

/** The most wrong rows in the problem of a refused import; all can be downloaded. */
const mostNamed = 10

/** Thrown by an import with wrong rows, to roll it back. */
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
