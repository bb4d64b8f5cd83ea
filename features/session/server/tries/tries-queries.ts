import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { SignInMinute } from '#kit/server/security/sign-ins.ts'
import { type AttemptCounts, watchedMinutes } from '../../domain.ts'

/** Stores one process's counts of a minute so far; minutes an hour old are deleted. */
export async function upsertMinute(
  tx: Tx,
  process: string,
  { minute, counts, networks }: SignInMinute,
): Promise<void> {
  const seen = {
    wasRight: counts.right,
    wrong: counts.wrong,
    locked: counts.locked,
    turnedAway: counts['turned-away'],
    networks: [...networks],
  }
  await tx
    .insertInto('signInMinutes')
    .values({ minute, process, refusedReports: 0, ...seen })
    .onConflict((on) => on.columns(['minute', 'process']).doUpdateSet(seen))
    .execute()
  const old = new Date(minute.getTime() - 3_600_000)
  await tx.deleteFrom('signInMinutes').where('minute', '<', old).execute()
}

/** Adds phone calls that were shed to the last minute of a process. */
export async function addRefusedReports(tx: Tx, process: string, count: number): Promise<void> {
  if (count === 0) return
  await sql`
    update sign_in_minutes set refused_reports = refused_reports + ${count}
     where process = ${process}
       and minute = (select max(minute) from sign_in_minutes where process = ${process})`.execute(
    tx,
  )
}

/** The results of sign-ins in the last minutes, over all processes. */
export async function countTries(db: Db, now: Date): Promise<AttemptCounts> {
  const first = new Date(now.getTime() - watchedMinutes * 60_000)
  const { rows } = await sql<AttemptCounts>`
    with lately as (select * from sign_in_minutes where minute > ${first} and minute <= ${now})
    select coalesce(sum(was_right), 0)::integer as right,
           coalesce(sum(wrong + locked + turned_away), 0)::integer as failed,
           coalesce(sum(wrong), 0)::integer as compared,
           coalesce(sum(refused_reports), 0)::integer as refused_reports,
           (select count(distinct network)::integer
              from lately, unnest(networks) network) as networks
      from lately`.execute(db)
  return rows[0] ?? { right: 0, failed: 0, compared: 0, refusedReports: 0, networks: 0 }
}
