import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import type { Handover } from '../contract.ts'

type Caller = Pick<StaffActor, 'scope' | 'id' | 'name' | 'ngoId'>

/** Whether the caller sees handover `h`, deleted or not. */
const isSeen = ({ scope: { electionId, countyIds }, ngoId }: Caller) => sql<boolean>`
  h.election_id = ${electionId} and h.ngo_id = ${ngoId}
  and (${countyIds === null} or h.county_ids <@ ${arrayOf(countyIds ?? [])}::integer[])`

/** The newest handovers that the caller sees. */
export async function listHandovers(db: Db, caller: Caller): Promise<Handover[]> {
  const { rows } = await sql<Handover>`
    select h.id, h.text, h.written_by_name as written_by, h.written_at, h.written_by = ${caller.id} as is_own,
           h.taken_by_name as taken_by, h.taken_at, coalesce(h.taken_by = ${caller.id}, false) as is_taken_by_caller
      from handovers h where ${isSeen(caller)} and h.deleted_at is null
     order by h.written_at desc, h.id desc limit 10`.execute(db)
  return rows
}

/** When the caller last handed over; undefined: never. */
export async function findLastShift(
  db: Db,
  { scope: { electionId }, id }: Caller,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(h.written_at) as at from handovers h
     where h.election_id = ${electionId} and h.written_by = ${id} and h.deleted_at is null`.execute(
    db,
  )
  return rows[0]?.at ?? undefined
}

export async function insertHandover(
  tx: Tx,
  { scope: { electionId, countyIds }, id: writtenBy, name: writtenByName, ngoId }: Caller,
  text: string,
  writtenAt: Date,
): Promise<Id<'handovers'>> {
  const { id } = await tx
    .insertInto('handovers')
    .values({
      ...{ electionId, ngoId, text, writtenBy, writtenByName, writtenAt },
      countyIds: countyIds === null ? null : [...countyIds],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes the caller's handover at a time, or restores it (null); false if it does not exist or was taken over. */
export async function setHandoverDeleted(
  tx: Tx,
  { scope: { electionId }, id: writtenBy }: Caller,
  id: Id<'handovers'>,
  at: Date | null,
): Promise<boolean> {
  const changed = await tx
    .updateTable('handovers')
    .set({ deletedAt: at })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .where('writtenBy', '=', writtenBy)
    .where('takenBy', 'is', null)
    .where('deletedAt', at ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Takes over what another account handed over, unless another did (`first`); undefined where the caller sees no such handover. */
export async function takeHandover(
  tx: Tx,
  caller: Caller,
  id: Id<'handovers'>,
  now: Date,
): Promise<{ readonly first: string | null; readonly isNew: boolean } | undefined> {
  const { rows } = await sql<{ name: string | null; isOwn: boolean }>`
    select h.taken_by_name as name, coalesce(h.taken_by = ${caller.id}, false) as is_own from handovers h
     where ${isSeen(caller)} and h.id = ${id} and h.written_by <> ${caller.id} and h.deleted_at is null
       for update`.execute(tx)
  if (!rows[0]) return undefined
  const { name, isOwn } = rows[0]
  if (name !== null) return { first: isOwn ? null : name, isNew: false }
  await sql`
    update handovers set taken_by = ${caller.id}, taken_by_name = ${caller.name}, taken_at = ${now}
     where election_id = ${caller.scope.electionId} and id = ${id}`.execute(tx)
  return { first: null, isNew: true }
}

/** Undoes that the caller took a shift over; false where they did not. */
export async function giveBack(
  tx: Tx,
  { scope: { electionId }, id: takenBy }: Caller,
  id: Id<'handovers'>,
): Promise<boolean> {
  const { rows } = await sql`
    update handovers set taken_by = null, taken_by_name = null, taken_at = null
     where election_id = ${electionId} and id = ${id} and taken_by = ${takenBy}
    returning id`.execute(tx)
  return rows.length > 0
}

/** When a rehearsal is started for real, forgets its handovers. */
export async function forgetPractisedHandovers(tx: Tx, electionId: Id<'elections'>): Promise<void> {
  await tx.deleteFrom('handovers').where('electionId', '=', electionId).execute()
}
