import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import { everything, type ReadUntil } from '../domain.ts'

type Reader = Pick<StaffActor, 'scope' | 'id'>

export async function getReadUntil(
  db: Db | Tx,
  { scope: { electionId }, id }: Reader,
): Promise<ReadUntil> {
  const rows = await db
    .selectFrom('alertsRead')
    .select(['subject', 'readUntil'])
    .where('electionId', '=', electionId)
    .where('staffId', '=', id)
    .execute()
  return new Map(rows.map(({ subject, readUntil }) => [subject, readUntil]))
}

/** Notes until when alerts about a subject are read, or all. */
export async function setReadUntil(
  tx: Tx,
  { scope: { electionId }, id: staffId }: Reader,
  subject: string,
  readUntil: Date,
): Promise<void> {
  await tx
    .insertInto('alertsRead')
    .values({ electionId, staffId, subject, readUntil })
    .onConflict((on) =>
      on.columns(['electionId', 'staffId', 'subject']).doUpdateSet({
        readUntil: sql`greatest(alerts_read.read_until, excluded.read_until)`,
      }),
    )
    .execute()
  if (subject !== everything) return
  await tx
    .deleteFrom('alertsRead')
    .where('electionId', '=', electionId)
    .where('staffId', '=', staffId)
    .where('subject', '<>', everything)
    .where('readUntil', '<=', readUntil)
    .execute()
}
