import { sql } from 'kysely'
import type { Database, Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { readPhones } from '#features/elections/server/phone-queries.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import { observersChanged } from '../contract.ts'
import { judgePhone } from './doubt-queries.ts'

/** Batch size: a sign-in or edit of a locked observer waits only some hundredths of a second. */
const step = 500

/** Enqueues the parsing of all phones not yet read in their election's home country: usually none. */
export async function readPhonesLater(database: Database): Promise<void> {
  await database.write(async (tx) => {
    for (const { id } of await tx.selectFrom('elections').select('id').execute())
      if ((await listUnread(tx, id, 0, 1)).unread.length > 0)
        await enqueue(tx, readPhones, { electionId: id })
  })
}

/**
 * Parses an election's phones as numbers of its home country, a few at a time; idempotent, also if run twice
 * at once. Until then an observer is known by the digits that were typed.
 */
export async function readAllPhones(
  database: Database,
  electionId: Id<'elections'>,
  signal?: AbortSignal,
): Promise<void> {
  let reached = 0
  let isDone = false
  let found = 0
  while (!isDone) {
    signal?.throwIfAborted()
    const { country, unread } = await listUnread(database.primary, electionId, reached, step)
    if (unread.length > 0) await database.write((tx) => store(tx, electionId, country, unread))
    // Starts over to find observers that were added meanwhile, or whose country has changed.
    isDone = unread.length === 0 && reached === 0
    reached = unread.at(-1)?.id ?? 0
    found += unread.length
  }
  const all = { electionId, ngoId: null }
  if (found > 0) await database.write((tx) => announce(tx, observersChanged, all, {}))
}

type Unread = Columns<'observers', 'id' | 'phone'>

async function listUnread(
  db: Db,
  electionId: Id<'elections'>,
  after: number,
  limit: number,
): Promise<{ country: string; unread: readonly Unread[] }> {
  const country = await getHomeCountry(db, electionId)
  const { rows } = await sql<Unread>`
    select id, phone from observers
     where election_id = ${electionId} and id > ${after}
       and phone_read_in is distinct from ${country} and phone <> ''
     order by id limit ${limit}`.execute(db)
  return { country, unread: rows }
}

/**
 * Stores the parsed numbers, where the phone is unchanged. When several undeleted observers have one number, the
 * first owns it and the others share it.
 */
async function store(
  tx: Tx,
  electionId: Id<'elections'>,
  country: string,
  read: readonly Unread[],
): Promise<void> {
  await lockElectionShared(tx, electionId)
  const ids = read.map(({ id }) => id)
  await sql`
    select from observers where election_id = ${electionId} and id = any(${ids}::integer[])
     order by id for no key update`.execute(tx)
  const judged = read.map(({ phone }) => judgePhone(phone, country))
  // Cleared first: a number may move from one observer to another.
  await sql`
    update observers set phone_e164 = null, shares_number = false
     where election_id = ${electionId} and id = any(${ids}::integer[]) and phone_e164 is not null`.execute(
    tx,
  )
  await sql`
    with read as (
      select d.*, o.deleted_at is null as lives,
             row_number() over (partition by d.e164, o.deleted_at is null order by d.id) as place
        from unnest(${ids}::integer[], ${read.map(({ phone }) => phone)}::text[],
                    ${judged.map(({ e164 }) => e164)}::text[],
                    ${judged.map(({ doubt }) => doubt)}::text[])
             as d (id, phone, e164, doubt)
        join observers o on o.election_id = ${electionId} and o.id = d.id and o.phone = d.phone
    )
    update observers o
       set phone_e164 = r.e164, phone_read_in = ${country}, phone_doubt = r.doubt,
           shares_number = r.lives and r.e164 is not null and (r.place > 1 or exists (
             select from observers other
              where other.election_id = o.election_id and other.phone_e164 = r.e164
                and other.deleted_at is null and not other.shares_number))
      from read r
     where o.election_id = ${electionId} and o.id = r.id`.execute(tx)
}
