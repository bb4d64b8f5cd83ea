import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'

/** How much was erased. */
export type Erased = { readonly observers: number; readonly lines: number }

/**
 * Erases who the observers of an election are, and whatever could tell: what they reported stays.
 * The database itself says what may be taken out of history, and keeps its digest for the chain.
 */
export async function erasePeople(tx: Tx, id: Id<'elections'>, at: Date): Promise<Erased> {
  await sql`
    delete from sign_in_failures
     where key in (select 'observer:' || phone_digits from observers where election_id = ${id})`.execute(
    tx,
  )
  // The number stays, so that one observer's reports can be told from another's.
  const { numAffectedRows: observers = 0n } = await sql`
    update observers set name = '#' || id, phone = '', phone_digits = '0000' || id, pin_hash = ''
     where election_id = ${id} and phone <> ''`.execute(tx)
  // Lists that were imported or exported, with whatever is left of their files.
  for (const table of ['devices', 'sessions', 'tasks'])
    await sql`delete from ${sql.table(table)} where election_id = ${id}`.execute(tx)
  const { numAffectedRows: lines = 0n } = await sql`
    update history
       set salt = null,
           name_digest = case when hides_name(actor_role) then name_digest(salt, actor_name) end,
           actor_name = case when hides_name(actor_role) then '' else actor_name end,
           content_digest = case when hides_content(subject, act)
                                 then content_digest(salt, before, after) end,
           before = case when not hides_content(subject, act) then before end,
           after = case when not hides_content(subject, act) then after end
     where election_id = ${id} and salt is not null
       and (hides_name(actor_role) or hides_content(subject, act))`.execute(tx)
  await tx.updateTable('elections').set({ peopleErasedAt: at }).where('id', '=', id).execute()
  return { observers: Number(observers), lines: Number(lines) }
}
