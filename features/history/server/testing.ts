import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { record } from '#kit/server/history/history.ts'
import type { Stage } from '#testing/stage.ts'
import { type BrokenLink, history } from '../contract.ts'
import { beginning, proveLinks } from '../proof-domain.ts'
import { sealing } from './jobs.ts'
import { hashing } from './links.ts'

/** Seals all there is: marks it, and comes back when everybody who was writing has ended. */
export async function sealAll({ outside }: Pick<Stage, 'outside'>): Promise<number> {
  const seal = sealing(outside)
  return (await seal()) + (await seal())
}

/** Does what only the database's superuser can: nothing stops a change. */
export const tamper = (database: Database, act: RawBuilder<unknown>): Promise<void> =>
  database.write(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await act.execute(tx)
  })

/** Writes lines without an actor, all in one transaction. */
export const writeLines = (database: Database, count: number, act = 'test.written') =>
  database.write(async (tx) => {
    for (let number = 1; number <= count; number++)
      await record(tx, {
        electionId: null,
        at: new Date('2026-11-22T09:00:00Z'),
        actor: { role: 'server', id: null, name: 'Veghe' },
        act,
        subject: 'tests',
        subjectId: number,
        after: { number },
      })
  })

/** Everything from the first line to the last, as one call after the other goes through it. */
export type Chain = { readonly id: number; readonly position: number | null }

export async function chainOf(database: Database): Promise<Chain[]> {
  const { rows } = await sql<Chain>`
    select h.id, s.position from history h left join history_seals s on s.history_id = h.id
     order by h.id`.execute(database.primary)
  return rows
}

/** Goes through the whole chain as the page does: call by call, all seals made again from the lines. */
export async function prove({ ana }: Pick<Stage, 'ana'>) {
  for (let reached = beginning; ; ) {
    const step = await ana.call(history.links, { query: { after: reached.historyId } })
    const proved = proveLinks(reached, step.links, hashing)
    reached = proved.reached
    const { erasedUnsaid: historyId } = step
    const { position, hash } = reached
    const erased: BrokenLink | null =
      historyId === null ? null : { position, historyId, fault: 'erased' }
    const broken = proved.broken ?? erased
    if (broken || step.isEnd) return { position, hash, broken, isEnd: step.isEnd && !broken }
  }
}
