import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Revised } from '#kit/contract/revision.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ActorContext } from '#kit/server/history/record-change.ts'
import { announceSessionEnd } from '#kit/server/live/announce.ts'
import { Election, type ListedElection } from '../contract.ts'
import { homeCountry } from '../domain.ts'

/** A stored election without its key. */
export type ElectionValues = Omit<Election, 'id'>

const columns = [
  'id',
  'name',
  'day',
  'timezone',
  'country',
  'callPauseMinutes',
  'state',
  'levelNames',
  'countyLevel',
] as const

/** The election that phones' and screens' calls refer to; there always is one. */
export async function getCurrentElection(db: Db): Promise<Election> {
  const row = await findCurrentElection(db)
  if (!row) throw new Error('No election is current')
  return row
}

/** The current one; undefined only before the first start has made one. */
export async function findCurrentElection(db: Db): Promise<Election | undefined> {
  const row = await db
    .selectFrom('elections')
    .select(columns)
    .where('isCurrent', '=', true)
    .executeTakeFirst()
  return row && Election.parse(row)
}

/** An election that the caller is in. */
export async function getElection(db: Db, id: Id<'elections'>): Promise<Election> {
  const row = await db
    .selectFrom('elections')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Election.parse(row)
}

/** Any election that is not in the trash. */
export async function findElection(db: Db, id: Id<'elections'>): Promise<Election | undefined> {
  const row = await db
    .selectFrom('elections')
    .select(columns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row && Election.parse(row)
}

/** The election's name; undefined once it is gone. */
export async function getElectionName(db: Db, id: Id<'elections'>): Promise<string> {
  const row = await db
    .selectFrom('elections')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? ''
}

/** The time zone of an election that is not in the trash. */
export async function findTimezone(db: Db, id: Id<'elections'>): Promise<string | undefined> {
  const election = await db
    .selectFrom('elections')
    .select('timezone')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return election?.timezone
}

/** All elections, including those in the trash. */
export async function listElectionIds(db: Db): Promise<Id<'elections'>[]> {
  const rows = await db.selectFrom('elections').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** The home country of the election's phones. */
export async function getHomeCountry(db: Db, id: Id<'elections'>): Promise<string> {
  const election = await db
    .selectFrom('elections')
    .select(['country', 'timezone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return homeCountry(election)
}

/** The elections, or those in the trash, with how much each holds. */
export async function listElections(
  db: Db,
  { deleted }: { readonly deleted: boolean },
  now: Date,
): Promise<ListedElection[]> {
  const count = (from: RawBuilder<unknown>) =>
    sql`(select count(*)::integer from ${from} and t.election_id = e.id)`
  const { rows } = await sql<ListedElection>`
    select e.id, e.name, e.day, e.timezone, e.country, e.call_pause_minutes, e.state, e.level_names, e.county_level,
           e.is_current, e.revision, e.changes,
           ${count(sql`areas t where t.level = e.county_level`)} as counties,
           ${count(sql`polling_stations t where t.merged_into is null`)} as polling_stations,
           ${count(sql`observers t where t.deleted_at is null`)} as observers,
           ${count(sql`forms t where t.deleted_at is null`)} as forms,
           ${count(sql`visits t where true`)} as visits,
           (select count(distinct t.observer_id)::integer from sessions t
             where t.election_id = e.id and t.revoked_at is null and t.expires_at > ${now}) as signed_in,
           ${count(sql`notifications t where t.held_until is not null`)} as waiting_messages,
           ${count(sql`unplaced t where t.reason = 'election-archived' and t.placed_at is null
                         and t.dismissed_at is null and t.superseded_at is null`)} as kept_aside,
           e.people_erased_at,
           case when e.erasing_total is not null
                then json_build_object('done', e.erasing_done, 'total', e.erasing_total) end as erasing,
           case when e.emptied_total is not null
                then json_build_object('done', least(e.emptied_done, e.emptied_total),
                                       'total', e.emptied_total) end as emptying
      from elections e
     where (e.deleted_at is not null) = ${deleted}
     order by e.is_current desc, e.day desc, e.id desc`.execute(db)
  return rows
}

/** The condition that figures of an election are kept: it exists, and is not being deleted. */
export const isCounted = (electionId: number) => sql<boolean>`
  exists (select from elections e
           where e.id = ${electionId} and e.emptying is distinct from 'everything')`

/** What is deleted from an election: its reports before it starts, or everything. */
export type Emptying = 'reports' | 'everything'

const emptyingOf = (row: { readonly emptying: string | null }) => row.emptying as Emptying | null

/** A stored election that is changed. */
export type StoredElection = Election & {
  readonly isCurrent: boolean
  readonly archivedFrom: string | null
  /** Whether its observers are being erased now. */
  readonly isErasing: boolean
  /** What is being deleted from it now, in steps. */
  readonly emptying: Emptying | null
} & Revised

/**
 * An election, also in the trash. Changes to which elections exist are serialised until this transaction
 * ends, so that two callers who make another one current do so one after the other.
 */
export async function lockElection(
  tx: Tx,
  id: Id<'elections'>,
  { isDeleted }: { readonly isDeleted: boolean } = { isDeleted: false },
): Promise<StoredElection | undefined> {
  await lockElections(tx)
  const row = await tx
    .selectFrom('elections')
    .select([...columns, 'isCurrent', 'archivedFrom', 'erasingTotal', 'emptying', 'revision'])
    .select((is) => is.ref('changes').$castTo<Revised['changes']>().as('changes'))
    .where('id', '=', id)
    .where('deletedAt', isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { erasingTotal, ...election } = row
  const isErasing = erasingTotal !== null
  return { ...election, ...Election.parse(row), isErasing, emptying: emptyingOf(row) }
}

/** Whether an election's observers are still to be erased; locked until this transaction ends. */
export async function lockErasing(tx: Tx, id: Id<'elections'>): Promise<boolean> {
  await lockElections(tx)
  const erasing = await tx
    .selectFrom('elections')
    .select('id')
    .where('id', '=', id)
    .where('erasingTotal', 'is not', null)
    .executeTakeFirst()
  return erasing !== undefined
}

/** The current one, locked for this transaction in the same way. */
export async function lockCurrentElection(tx: Tx): Promise<StoredElection> {
  await lockElections(tx)
  const { id } = await getCurrentElection(tx)
  const current = await lockElection(tx, id)
  if (!current) throw new Error('The current election is in the trash')
  return current
}

const lockElections = (tx: Tx) => sql`lock table elections in share row exclusive mode`.execute(tx)

/** Another election, beside the current one. */
export async function insertElection(tx: Tx, values: ElectionValues): Promise<Id<'elections'>> {
  const { id } = await tx
    .insertInto('elections')
    .values({ ...values, levelNames: JSON.stringify(values.levelNames) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes an election current; leaves the previous one unchanged. */
export async function setCurrent(tx: Tx, id: Id<'elections'>): Promise<void> {
  await tx
    .updateTable('elections')
    .set({ isCurrent: false })
    .where('isCurrent', '=', true)
    .execute()
  await tx.updateTable('elections').set({ isCurrent: true }).where('id', '=', id).execute()
}

/** Makes a new election current; the one before is kept, as archived. */
export async function replaceElection(tx: Tx, values: ElectionValues): Promise<Election> {
  const id = await insertElection(tx, values)
  await succeedCurrent(tx, id)
  return { ...values, id }
}

/** Makes an existing election current; the former one is archived. */
export async function succeedCurrent(tx: Tx, id: Id<'elections'>): Promise<void> {
  await tx
    .updateTable('elections')
    .set((is) => ({ isCurrent: false, archivedFrom: is.ref('state'), state: 'archived' }))
    .where('isCurrent', '=', true)
    .execute()
  await setCurrent(tx, id)
}

/** The fields of an existing election that can be set. */
type ElectionState = ElectionValues &
  Pick<StoredElection, 'archivedFrom'> &
  Pick<ListedElection, 'peopleErasedAt'>
type PartialValues<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined }

/** Sets the given fields; `changing` is the author. */
export async function updateElection(
  tx: Tx,
  id: Id<'elections'>,
  { levelNames, ...values }: PartialValues<ElectionState>,
  changing: string | null = null,
): Promise<void> {
  await tx
    .updateTable('elections')
    .set({ ...values, changing, ...(levelNames && { levelNames: JSON.stringify(levelNames) }) })
    .where('id', '=', id)
    .execute()
}

/** Deletes an election (at a moment) or restores it (null). */
export async function setDeleted(
  tx: Tx,
  id: Id<'elections'>,
  deletedAt: Date | null,
): Promise<void> {
  await tx.updateTable('elections').set({ deletedAt }).where('id', '=', id).execute()
}

/** Whether the election has observers. Deleted ones count: their reports are still there. */
export async function hasObservers(tx: Tx, id: Id<'elections'>): Promise<boolean> {
  const observer = await tx
    .selectFrom('observers')
    .select('id')
    .where('electionId', '=', id)
    .limit(1)
    .executeTakeFirst()
  return observer !== undefined
}

/**
 * An open event stream announces the election that was current when it was opened. Each stream is closed; its
 * screen reconnects at once, still signed in, and follows the new one.
 */
export async function reopenStreams({ db, now }: Pick<ActorContext, 'db' | 'now'>): Promise<void> {
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('staffId', 'is not', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute()
  for (const { id } of sessions) await announceSessionEnd(db, id)
}
