import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { actorOf, record } from '#kit/server/history/history.ts'
import type { ActorContext } from '#kit/server/history/record-change.ts'
import type { TaskKindName } from '../contract.ts'
import { announceTask, deleteFiles } from './queries.ts'

type Ended = Columns<'tasks', 'electionId' | 'ngoId' | 'staffId' | 'startedBy'> & {
  readonly taskId: Column<'tasks', 'id'>
  readonly kind: TaskKindName
}

/** Cancels the tasks of an election that is no longer current, emptied or deleted. */
export const endTasksIn = (call: ActorContext, electionId: Id<'elections'>): Promise<void> =>
  endTasks(call, sql`t.election_id = ${electionId}`, new Problem('election.changed'))

/** Cancels the tasks of an account that is about to be deleted. */
export const endTasksOf = (call: ActorContext, staffId: Id<'staff'>): Promise<void> =>
  endTasks(call, sql`t.staff_id = ${staffId}`)

async function endTasks(
  call: ActorContext,
  which: RawBuilder<unknown>,
  why: Problem | null = null,
): Promise<void> {
  const { db, who, now } = call
  const { rows } = await sql<Ended>`
    update tasks t
       set state = 'cancelled', finished_at = ${now},
           why = ${why && JSON.stringify(why)}::jsonb
     where ${which} and t.state in ('queued', 'running')
    returning t.election_id, t.id as task_id, t.ngo_id, t.staff_id, t.kind, t.started_by`.execute(
    db,
  )
  for (const { kind, startedBy, ...task } of rows) {
    await deleteFiles(db, task)
    // History has to record it in the task's own election.
    const act = { act: 'tasks.cancelled', subject: 'tasks', subjectId: task.taskId }
    const after = { kind, startedBy, ...(why && { why: why.code }) }
    await record(db, { ...act, electionId: task.electionId, at: now, actor: actorOf(who), after })
    await announceTask(db, task)
  }
}

/** Returns its tasks to a restored account. */
export async function giveTasksBack(
  tx: Tx,
  staffId: Id<'staff'>,
  ids: readonly number[],
): Promise<void> {
  await sql`update tasks set staff_id = ${staffId} where id = any(${ids}::integer[])`.execute(tx)
}

/** How many unfinished tasks an account has, of each kind. */
export async function countUnderWay(
  tx: Tx,
  staffId: Id<'staff'>,
): Promise<{ imports: number; exports: number }> {
  const { rows } = await sql<{ imports: number; exports: number }>`
    select count(*) filter (where kind like 'import.%') as imports,
           count(*) filter (where kind like 'export.%') as exports
      from tasks where staff_id = ${staffId} and state in ('queued', 'running')`.execute(tx)
  return rows[0] ?? { imports: 0, exports: 0 }
}
