import { setTimeout as pause } from 'node:timers/promises'
import { query } from './cluster.ts'

/** Waits until the database says that everything is done. */
export async function until(url: string, isDone: string, everyMs = 200): Promise<void> {
  while (!(await query(url, `select (${isDone}) as done`))[0]?.['done']) await pause(everyMs)
}

/**
 * Waits until the figures include everything that is stored now. It does not wait for marks of later reports. Marks of
 * whole subjects are counted in slices, and the projector may add marks itself.
 */
export async function untilCounted(url: string): Promise<void> {
  const [row] = await query(url, 'select now()::text as now')
  await until(
    url,
    `not exists (select from marks where marked_at <= '${row?.['now']}' or first_key < last_key)`,
    50,
  )
}
