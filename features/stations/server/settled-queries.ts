import { sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { SettledAnswer } from '../contract.ts'

/** A valid settlement, with the answers at that time. */
export type StoredSettling = SettledAnswer & Columns<'settledAnswers', 'questionId' | 'answers'>

/** The latest settlement of each question at a station, among the observers that the caller sees. */
export async function listSettled(
  db: Db | Tx,
  { electionId, ngoId }: Scope,
  stationId: Id<'pollingStations'>,
): Promise<ReadonlyMap<number, StoredSettling>> {
  const { rows } = await sql<StoredSettling>`${toPrepare}
    select distinct on (s.question_id) s.id, s.question_id, s.observer_id, o.name as observer_name,
           s.reason, s.answers, s.settled_at, s.settled_by
      from settled_answers s
      left join observers o on o.election_id = s.election_id and o.id = s.observer_id
     where s.election_id = ${electionId} and s.polling_station_id = ${stationId}
       and s.ngo_id is not distinct from ${ngoId}::integer and s.undone_at is null
     order by s.question_id, s.id desc`.execute(db)
  return new Map(rows.map((row) => [row.questionId, row]))
}

type NewSettling = Columns<
  'settledAnswers',
  | 'pollingStationId'
  | 'questionId'
  | 'observerId'
  | 'reason'
  | 'answers'
  | 'settledAt'
  | 'settledBy'
>

export async function insertSettled(
  tx: Tx,
  { electionId, ngoId }: Scope,
  settling: NewSettling,
): Promise<Id<'settledAnswers'>> {
  const { id } = await tx
    .insertInto('settledAnswers')
    .values({ electionId, ngoId, ...settling })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A settlement among the observers that the caller sees, undone or not. */
export async function findSettled(
  tx: Tx,
  { electionId, ngoId }: Scope,
  id: Id<'settledAnswers'>,
): Promise<
  | Columns<'settledAnswers', 'pollingStationId' | 'questionId' | 'observerId' | 'undoneAt'>
  | undefined
> {
  return tx
    .selectFrom('settledAnswers')
    .select(['pollingStationId', 'questionId', 'observerId', 'undoneAt'])
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .where('ngoId', 'is not distinct from', ngoId)
    .executeTakeFirst()
}

export async function updateUndone(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'settledAnswers'>,
  undoneAt: Date,
): Promise<void> {
  await tx
    .updateTable('settledAnswers')
    .set({ undoneAt })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}
