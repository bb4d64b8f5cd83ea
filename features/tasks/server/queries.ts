import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { skipped } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import { may, type StaffActor } from '#kit/contract/who.ts'
import { type ActorCall, recordBy } from '#kit/server/history/record-change.ts'
import { enqueue, job } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import type { UploadedFile } from '#kit/server/sheets/uploaded.ts'
import { type Task, type TaskKindName, type TaskQuery, tasksChanged } from '../contract.ts'
import { keptSeconds } from '../domain.ts'

export const TaskKey = z.object({ electionId: id('elections'), taskId: id('tasks') })
export type TaskKey = z.output<typeof TaskKey>

/** Ends a task after its last try. */
export const taskGivenUp = job({ name: 'tasks.give-up', payload: TaskKey, tries: 5 })

/** Runs one task. A run whose server is killed counts as a try, so there are spare ones. */
export const runTask = job({
  name: 'tasks.run',
  payload: TaskKey,
  tries: 5,
  otherwise: taskGivenUp,
})

/** A staff call that changes something. */
export type StaffCall = ActorCall & { readonly who: StaffActor }

/** What to run as a task. */
export type Order = {
  readonly kind: TaskKindName
  /** The options of the kind, in wire format. */
  readonly request: object
  /** The file to import. */
  readonly upload?: UploadedFile
}

/** Enqueues a task, started once the call's transaction has committed. */
export async function startTask(call: StaffCall, { kind, request, upload }: Order): Promise<Task> {
  const { db, who, now } = call
  const { electionId } = who.scope
  const fileName = upload?.fileName ?? null
  const { id: taskId } = await db
    .insertInto('tasks')
    .values({
      electionId,
      staffId: who.id,
      startedBy: who.name,
      ngoId: who.ngoId,
      countyIds: who.scope.countyIds && [...who.scope.countyIds],
      kind,
      asked: JSON.stringify(request),
      fileName,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = { electionId, taskId }
  if (upload)
    await db
      .insertInto('taskFiles')
      .values({ ...key, attempt: 0, part: 0, bytes: await upload.bytes() })
      .execute()
  const after = { kind, asked: request, fileName }
  await recordBy(call, { act: 'tasks.started', subject: 'tasks', subjectId: taskId, after })
  await enqueue(db, runTask, key)
  await announceTask(db, { ...key, ngoId: who.ngoId, staffId: who.id })
  return getTask(call, taskId)
}

/** The owner of a task: an organisation, and an account as long as it exists. */
export type TaskOwner = Columns<'tasks', 'ngoId' | 'staffId'>

/** Announces a changed task to the organisation's screens. */
export const announceTask = (tx: Tx, { electionId, taskId, ngoId, staffId }: TaskKey & TaskOwner) =>
  announce(tx, tasksChanged, { electionId, ngoId, ...(staffId && { staffId }) }, { id: taskId })

/** The caller of a list: accounts see their own tasks, organisers may see all. */
type Viewing = { readonly db: Db | Tx; readonly who: StaffActor; readonly now: Date }

/**
 * Hides results of an account that saw more than the reader sees now. A task that ended because its election is no
 * longer current is shown to its owner in any election.
 */
const visibleTo = ({ who, now }: Omit<Viewing, 'db'>) => {
  const { electionId, countyIds } = who.scope
  const lately = new Date(now.getTime() - keptSeconds * 1000)
  return sql`(t.election_id = ${electionId}
    and (${may(who, 'set-up')} or t.staff_id = ${who.id})
    ${countyIds === null ? sql`` : sql`and t.county_ids <@ ${countyIds}::integer[]`}
    or t.staff_id = ${who.id} and t.state = 'cancelled' and t.finished_at > ${lately}
       and t.why ->> 'code' = 'election.changed')`
}

/** A page of tasks, newest first, and the total. */
export async function listTasks(
  viewing: Viewing,
  query: TaskQuery,
): Promise<{ data: Task[]; totalItems: number }> {
  const matching = sql`${visibleTo(viewing)}
    and (${query.everybody} or t.staff_id = ${viewing.who.id})`
  const cut = sql`order by t.id desc limit ${query.pageSize} offset ${skipped(query)}`
  const data = await readTasks(viewing, sql`${matching} ${cut}`)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from tasks t where ${matching}`.execute(viewing.db)
  return { data, totalItems: rows[0]?.total ?? 0 }
}

/** @throws Problem `thing.not-found`, also if the caller may not see the task. */
export async function getTask(viewing: Viewing, taskId: Id<'tasks'>): Promise<Task> {
  const [task] = await readTasks(viewing, sql`${visibleTo(viewing)} and t.id = ${taskId}`)
  if (!task) throw new Problem('thing.not-found')
  return task
}

type TaskRow = Omit<Task, 'result' | 'refusedUntil'> &
  Columns<'tasks', 'resultName' | 'resultType' | 'resultBytes' | 'expiresAt'> & {
    readonly hasRefused: boolean
  }

async function readTasks({ db, now }: Viewing, which: RawBuilder<unknown>): Promise<Task[]> {
  const { rows } = await sql<TaskRow>`
    select t.id, t.kind, t.state, t.started_by, t.file_name, t.done, t.total, t.counts,
           t.refused, t.why, coalesce(t.refused_rows ? 'sealed', false) as has_refused,
           t.result_name, t.result_type, t.result_bytes, t.expires_at, t.created_at, t.started_at,
           t.finished_at
      from tasks t
     where ${which}`.execute(db)
  return rows.map((row) => shown(row, now))
}

function shown(row: TaskRow, now: Date): Task {
  const { resultName, resultType, resultBytes, expiresAt, hasRefused, ...task } = row
  const until = expiresAt !== null && expiresAt > now ? expiresAt : null
  const file = { mediaType: resultType ?? '', sizeBytes: resultBytes ?? 0 }
  return {
    ...task,
    refusedUntil: hasRefused ? until : null,
    result: resultName && until ? { fileName: resultName, ...file, expiresAt: until } : null,
  }
}

/** Cancels an unfinished task. A run notices at its next step and rolls its transaction back. */
export async function cancelTask(call: StaffCall, taskId: Id<'tasks'>): Promise<void> {
  const { db, who, now } = call
  const { rows } = await sql<TaskOwner>`
    update tasks t set state = 'cancelled', finished_at = ${now}
     where ${visibleTo(call)} and t.id = ${taskId} and t.state in ('queued', 'running')
    returning t.ngo_id, t.staff_id`.execute(db)
  const [ended] = rows
  if (!ended) return
  const key = { electionId: who.scope.electionId, taskId }
  await deleteFiles(db, key)
  await recordBy(call, { act: 'tasks.cancelled', subject: 'tasks', subjectId: taskId })
  await announceTask(db, { ...key, ...ended })
}

/** Deletes the upload and the files of all runs. */
export async function deleteFiles(tx: Tx, { electionId, taskId }: TaskKey): Promise<void> {
  await tx
    .deleteFrom('taskFiles')
    .where('electionId', '=', electionId)
    .where('taskId', '=', taskId)
    .execute()
}

/** The parts of a task's result in order, each read after the previous one is sent. */
export async function* eachPart(db: Db, { electionId, taskId }: TaskKey): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const { rows } = await sql<Columns<'taskFiles', 'bytes'>>`
      select f.bytes from task_files f
        join tasks t on t.election_id = f.election_id and t.id = f.task_id and t.attempt = f.attempt
       where f.election_id = ${electionId} and f.task_id = ${taskId} and f.part = ${part}`.execute(
      db,
    )
    const [row] = rows
    if (!row) return
    yield row.bytes
  }
}

/** The sealed refused rows; undefined if there are none or no longer any. */
export async function findRefused(
  { db, who, now }: Viewing,
  taskId: Id<'tasks'>,
): Promise<{ readonly kind: TaskKindName; readonly sealed: string } | undefined> {
  const { rows } = await sql<{ kind: TaskKindName; sealed: string }>`
    select t.kind, t.refused_rows ->> 'sealed' as sealed from tasks t
     where ${visibleTo({ who, now })} and t.id = ${taskId}
       and t.refused_rows ? 'sealed' and t.expires_at > ${now}`.execute(db)
  return rows[0]
}
