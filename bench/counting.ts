import { setTimeout as pause } from 'node:timers/promises'
import { query } from './cluster.ts'

/** Waits until the database says that everything is done. */
export async function until(url: string, isDone: string, everyMs = 200): Promise<void> {
  while (!(await query(url, `select (${isDone}) as done`))[0]?.['done']) await pause(everyMs)
}

/**
 * Waits until the figures contain everything that is stored by now. Reports may go on meanwhile: what they mark later is
 * not waited for. What is marked as a whole is counted in slices, and may be marked by the projector itself.
 */
export async function untilCounted(url: string): Promise<void> {
  const [row] = await query(url, 'select now()::text as now')
  await until(
    url,
    `not exists (select from marks where marked_at <= '${row?.['now']}' or first_key < last_key)`,
    50,
  )
}
