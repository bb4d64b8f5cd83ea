import { sql } from 'kysely'
import type { Database, Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { enqueue, job } from '#kit/server/jobs/jobs.ts'
import type { TaskCounts } from '../contract.ts'
import { keptSeconds } from '../domain.ts'
import { announceTask, deleteFiles, TaskKey, type TaskOwner } from './queries.ts'

/** Deletes a task's expired result. */
export const forgetTask = job({ name: 'tasks.forget', payload: TaskKey, tries: 5 })

/** One run of a task. It writes nothing after another run has begun or the task has ended. */
export type TaskRun = TaskKey &
  Columns<'tasks', 'ngoId' | 'staffId' | 'attempt' | 'kind' | 'asked' | 'fileName'> & {
    readonly countyIds: readonly Id<'areas'>[] | null
  }

/** Thrown in a run whose task has ended or is run by another process. The run stops and rolls back. */
export class TaskLost extends Error {}

/** Starts or restarts a task; undefined if it has ended. */
export const beginTask = (
  database: Database,
  { electionId, taskId }: TaskKey,
  now: Date,
): Promise<TaskRun | undefined> =>
  database.write(async (tx) => {
    const { rows } = await sql<Omit<TaskRun, keyof TaskKey>>`
      update tasks set state = 'running', attempt = attempt + 1, done = 0, total = null,
                       started_at = coalesce(started_at, ${now})
       where election_id = ${electionId} and id = ${taskId} and state in ('queued', 'running')
      returning attempt, ngo_id, staff_id, kind, asked, file_name, county_ids`.execute(tx)
    const [begun] = rows
    if (!begun) return undefined
    // Left by a run whose process died.
    await sql`
      delete from task_files
       where election_id = ${electionId} and task_id = ${taskId} and attempt > 0`.execute(tx)
    await announceTask(tx, { electionId, taskId, ...begun })
    return { electionId, taskId, ...begun }
  })

const isIts = ({ electionId, taskId, attempt }: TaskRun) =>
  sql`election_id = ${electionId} and id = ${taskId} and attempt = ${attempt} and state = 'running'`

export async function isRunning(db: Db, run: TaskRun): Promise<boolean> {
  const { rows } = await sql`select 1 from tasks where ${isIts(run)}`.execute(db)
  return rows.length > 0
}

/**
 * Locks the election of a run before it writes: leaving or emptying the election waits for this transaction, or has
 * cancelled the run before.
 * @throws TaskLost
 */
export async function holdRun(tx: Tx, run: TaskRun): Promise<void> {
  await lockElectionShared(tx, run.electionId)
  if (!(await isRunning(tx, run))) throw new TaskLost()
}

/** Applies limits of the owner that changed after the task was started. */
export async function updateLimits(
  tx: Tx,
  run: TaskRun,
  countyIds: TaskRun['countyIds'],
): Promise<void> {
  await sql`update tasks set county_ids = ${countyIds}::integer[] where ${isIts(run)}`.execute(tx)
}

/** The progress of a run; the total is null while it is not known. */
export type TaskProgress = { readonly done: number; readonly total: number | null }

/** @throws TaskLost */
export async function updateProgress(
  tx: Tx,
  run: TaskRun,
  { done, total }: TaskProgress,
): Promise<void> {
  const { rows } = await sql`
    update tasks set done = ${done}, total = ${total} where ${isIts(run)} returning id`.execute(tx)
  if (rows.length === 0) throw new TaskLost()
  await announceTask(tx, run)
}

export async function readUpload(db: Db, { electionId, taskId }: TaskKey): Promise<Buffer> {
  const { bytes } = await db
    .selectFrom('taskFiles')
    .select('bytes')
    .where('electionId', '=', electionId)
    .where('taskId', '=', taskId)
    .where('attempt', '=', 0)
    .executeTakeFirstOrThrow()
  return bytes
}

/** @throws TaskLost */
export async function insertPart(tx: Tx, run: TaskRun, part: number, bytes: Buffer): Promise<void> {
  // The lock makes it wait for a concurrent cancellation that deletes its parts.
  const { rows } = await sql`
    insert into task_files (election_id, task_id, attempt, part, bytes)
    select election_id, id, attempt, ${part}, ${bytes} from tasks where ${isIts(run)} for share
    returning part`.execute(tx)
  if (rows.length === 0) throw new TaskLost()
}

export type TaskOutcome = {
  readonly counts?: TaskCounts
  /** The number of refused rows, and the kept ones, sealed. */
  readonly refused?: { readonly count: number; readonly sealed: string }
  readonly result?: {
    readonly fileName: string
    readonly mediaType: string
    readonly sizeBytes: number
  }
}

/**
 * Completes a run in the transaction of its work, so that both are stored or neither.
 * @throws TaskLost
 */
export async function finishTask(
  tx: Tx,
  run: TaskRun,
  outcome: TaskOutcome,
  reached: TaskProgress,
  now: Date,
): Promise<void> {
  await holdRun(tx, run)
  await updateProgress(tx, run, reached)
  await endTask(tx, run, { state: 'done', ...outcome }, now)
}

/** Ends a run because the request was invalid. */
export const failTask = (
  tx: Tx,
  run: TaskRun,
  { why, refused }: { readonly why: Problem; readonly refused?: TaskOutcome['refused'] },
  now: Date,
) => endTask(tx, run, { state: 'failed', why, ...(refused && { refused }) }, now)

type End = TaskOutcome & { readonly state: 'done' | 'failed'; readonly why?: Problem }

async function endTask(
  tx: Tx,
  run: TaskRun,
  { state, counts, refused, result, why }: End,
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + keptSeconds * 1000)
  const { electionId, taskId } = run
  const { rows } = await sql`
    update tasks set state = ${state}, finished_at = ${now}, expires_at = ${expiresAt},
                     counts = ${json(counts)}::jsonb, why = ${json(why)}::jsonb,
                     refused = ${refused?.count ?? 0}, refused_rows = ${json(refused && { sealed: refused.sealed })}::jsonb,
                     result_name = ${result?.fileName ?? null},
                     result_type = ${result?.mediaType ?? null},
                     result_bytes = ${result?.sizeBytes ?? null}
     where ${isIts(run)} returning id`.execute(tx)
  if (rows.length === 0) throw new TaskLost()
  await deleteUpload(tx, run)
  if (refused || result) await enqueue(tx, forgetTask, { electionId, taskId }, keptSeconds)
  await announceTask(tx, run)
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

const deleteUpload = (tx: Tx, { electionId, taskId }: TaskKey) =>
  sql`delete from task_files
       where election_id = ${electionId} and task_id = ${taskId} and attempt = 0`.execute(tx)

/** Ends a task without a retry: its processes died too often, or our code fails. */
export async function giveUpTask(tx: Tx, key: TaskKey, now: Date): Promise<void> {
  const { rows } = await sql<TaskOwner>`
    update tasks set state = 'failed', finished_at = ${now},
                     why = ${JSON.stringify(new Problem('server.failed'))}::jsonb
     where election_id = ${key.electionId} and id = ${key.taskId}
       and state in ('queued', 'running')
    returning ngo_id, staff_id`.execute(tx)
  const [ended] = rows
  if (!ended) return
  await deleteFiles(tx, key)
  await announceTask(tx, { ...key, ...ended })
}

/** Deletes a task's result and its refused rows; its outcome stays. */
export async function forgetResult(tx: Tx, key: TaskKey): Promise<void> {
  await deleteFiles(tx, key)
  await sql`
    update tasks set refused_rows = null
     where election_id = ${key.electionId} and id = ${key.taskId}`.execute(tx)
}
