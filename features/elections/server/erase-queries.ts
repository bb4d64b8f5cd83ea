import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'

/** How much was erased. */
export type Erased = { readonly observers: number; readonly lines: number }

/** What one transaction erases, and the line of history from which the next goes on. */
type Portion = Erased & { readonly lastLine: number }

/** Few enough that it takes about a second, many enough that history is not full of it. */
const portion = { observers: 2000, lines: 5000 } as const

/** A line of history `h` that still says what may have to go; the database itself has the rule. */
const isTelling = sql`
  h.salt is not null and (hides_name(h.actor_role) or hides_content(h.subject, h.act))`

/** How many rows of an election still say who somebody is. */
export const stillTelling = (electionId: RawBuilder<unknown>) => sql`
  ((select count(*) from observers o where o.election_id = ${electionId} and o.phone <> '')
   + (select count(*) from history h where h.election_id = ${electionId} and ${isTelling}))`

/** Says that the people of an election are being erased, and how many rows that is about. */
export async function beginErasing(tx: Tx, id: Id<'elections'>): Promise<void> {
  await sql`
    update elections
       set erasing_done = 0, erasing_total = ${stillTelling(sql`elections.id`)}
     where id = ${id}`.execute(tx)
}

/** Says that nobody erases any more; and when all were erased, if they were. */
export async function endErasing(
  tx: Tx,
  id: Id<'elections'>,
  peopleErasedAt?: Date,
): Promise<void> {
  await tx
    .updateTable('elections')
    .set({ erasingDone: null, erasingTotal: null, ...(peopleErasedAt && { peopleErasedAt }) })
    .where('id', '=', id)
    .execute()
}

/** How many rows more have been erased. */
export async function addErased(tx: Tx, id: Id<'elections'>, rows: number): Promise<void> {
  await tx
    .updateTable('elections')
    .set((is) => ({ erasingDone: is('erasingDone', '+', rows) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Erases what else could tell. Of numbers that were tried in vain it cannot be said whose they once were: all
 * go that are not those of an observer elsewhere. Whoever guesses just now begins to count anew.
 */
export async function eraseTraces(tx: Tx, id: Id<'elections'>): Promise<void> {
  await sql`
    delete from sign_in_failures f
     where f.account like 'observer:%'
       and f.account not in (
         select 'observer:' || number
           from observers o, unnest(array[o.phone_digits, o.phone_e164]) as number
          where o.election_id <> ${id} and o.phone <> '' and number is not null)`.execute(tx)
  // Accounts that were deleted could still be brought back, with name, address and password.
  await sql`delete from deleted_accounts`.execute(tx)
  // Lists that were imported or exported, with whatever is left of their files.
  for (const table of ['devices', 'form_copies', 'imports', 'refused_tries', 'sessions', 'tasks'])
    await sql`delete from ${sql.table(table)} where election_id = ${id}`.execute(tx)
}

/**
 * Erases who some observers of an election are, and what some lines of history after the given one
 * could tell: what was reported stays. Nothing at all is left when it erases nothing.
 */
export async function eraseSome(tx: Tx, id: Id<'elections'>, afterLine: number): Promise<Portion> {
  // The number stays, so that one observer's reports can be told from another's.
  const { numAffectedRows: observers = 0n } = await sql`
    update observers
       set name = '#' || id, phone = '', phone_digits = '0000' || id, pin_hash = '',
           phone_e164 = null, phone_read_in = null, shares_number = false
     where election_id = ${id}
       and id in (select id from observers where election_id = ${id} and phone <> ''
                   order by id limit ${portion.observers})`.execute(tx)
  const { rows } = await sql<{ lines: number; lastLine: number }>`
    with due as materialized (
      select h.id from history h where h.election_id = ${id} and h.id > ${afterLine} and ${isTelling}
       order by h.id limit ${portion.lines}
    ), erased as (
      update history h
         set salt = null,
             name_digest = case when hides_name(actor_role) then name_digest(salt, actor_name) end,
             actor_name = case when hides_name(actor_role) then '' else actor_name end,
             content_digest = case when hides_content(subject, act)
                                   then content_digest(salt, before, after) end,
             before = case when not hides_content(subject, act) then before end,
             after = case when not hides_content(subject, act) then after end
        from due where h.id = due.id
      returning h.id
    )
    select count(*)::integer as lines, coalesce(max(id), ${afterLine})::bigint as last_line
      from erased`.execute(tx)
  const [{ lines, lastLine } = { lines: 0, lastLine: afterLine }] = rows
  return { observers: Number(observers), lines, lastLine }
}
