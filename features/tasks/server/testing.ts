import { sql } from 'kysely'
import { afterEach, expect, vi } from 'vitest'
import { runJobs, type Stoppable } from '#kit/server/jobs/jobs.ts'
import { pollOptions } from '#testing/polling.ts'
import type { Person, Stage } from '#testing/stage.ts'
import { type Task, tasks } from '../contract.ts'
import { taskWorkers } from './jobs.ts'
import type { TaskKind } from './runs.ts'

/** Starts processes that run tasks of the given kinds, until they are stopped or the test ends. */
export function processes() {
  const running = new Set<Stoppable>()
  afterEach(async () => {
    await Promise.all([...running].map((one) => one.stop()))
    running.clear()
  })
  return async ({ outside }: Stage, kinds: readonly TaskKind[]): Promise<Stoppable> => {
    const jobs = await runJobs(outside, taskWorkers(outside, kinds))
    running.add(jobs)
    return {
      stop: async () => {
        running.delete(jobs)
        await jobs.stop()
      },
    }
  }
}

/** A promise to wait for, and the function that resolves it. */
export function gate() {
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), isOpen }
}

/** Waits for a task that matches the pattern. */
export const taskThat = (
  person: Person,
  { id }: Pick<Task, 'id'>,
  pattern: Partial<Task>,
): Promise<Task> =>
  vi.waitFor(async () => {
    const task = await person.call(tasks.get, { params: { id } })
    expect(task).toMatchObject(pattern)
    return task
  }, pollOptions)

/** The number of stored file parts. */
export async function countParts({ database }: Stage): Promise<number> {
  const { rows } = await sql`select 1 from task_files`.execute(database.primary)
  return rows.length
}
