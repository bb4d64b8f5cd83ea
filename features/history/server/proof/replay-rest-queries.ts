import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { noteIdentity } from '#features/notes/domain.ts'
import { digestOfRecipients } from '#features/notifications/server/send-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import {
  type HistoryLineOfOne,
  messageFaults,
  type NoteMeans,
  noteFaults,
  type UnplacedStored,
  unplacedFaults,
} from '../../record-domain.ts'
import type { Range } from './replay-queries.ts'
import type { Differing } from './replay-visit-queries.ts'

async function linesOf(
  db: Db,
  { electionId, first, last }: Range,
  told: { readonly subject: string; readonly from: number },
): Promise<Map<number, HistoryLineOfOne[]>> {
  const { rows } = await sql<
    Columns<'history', 'id' | 'at' | 'actorId' | 'act' | 'after'> & {
      readonly subjectId: NonNullable<Column<'history', 'subjectId'>>
    }
  >`
    select id, subject_id, at, actor_id, act, after from history
     where election_id = ${electionId} and subject = ${told.subject}
       and subject_id between ${first} and ${last} and id > ${told.from}
     order by subject_id, id`.execute(db)
  return groupBy(rows, ({ subjectId }) => subjectId)
}

const identify: NoteMeans['identify'] = (questionId, text, files) =>
  createHash('sha256')
    .update(noteIdentity(questionId, text, files))
    .digest('hex')

/** Every number that has lines or a row, with both. */
function side<Row extends { readonly id: number }>(
  lines: ReadonlyMap<number, HistoryLineOfOne[]>,
  rows: readonly Row[],
) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ids = new Set([...lines.keys(), ...byId.keys()])
  return [...ids].map((id) => ({ id, lines: lines.get(id) ?? [], row: byId.get(id) }))
}

const files = (column: 'note_id' | 'unplaced_id') => sql`
  array(select pg_catalog.encode(a.sha256, 'hex') from attachments a
         where a.election_id = t.election_id and ${sql.ref(`a.${column}`)} = t.id order by a.position)`

export async function compareNotes(db: Db, range: Range, from: number): Promise<Differing[]> {
  const lines = await linesOf(db, range, { subject: 'notes', from })
  const { rows } = await sql<
    Columns<'notes', 'id' | 'text' | 'questionId' | 'receivedAt'> &
      Columns<'visits', 'observerId' | 'pollingStationId'> & {
        readonly digest: string
        readonly files: readonly string[]
      }
  >`
    select t.id, t.text, t.question_id, pg_catalog.encode(t.digest, 'hex') as digest, t.received_at,
           v.observer_id, v.polling_station_id, ${files('note_id')} as files
      from notes t
      join visits v on v.election_id = t.election_id and v.id = t.visit_id
     where t.election_id = ${range.electionId} and t.id between ${range.first} and ${range.last}`.execute(
    db,
  )
  const { rows: questions } = await sql<Columns<'questions', 'id'>>`
    select id from questions where election_id = ${range.electionId}`.execute(db)
  const known = new Set<number>(questions.map(({ id }) => id))
  const means = { identify, hasQuestion: (id: number) => known.has(id) }
  return side(lines, rows).flatMap(({ id, lines: ofNote, row }) => {
    const faults = noteFaults(ofNote, row, means)
    const pollingStationId = row?.pollingStationId ?? null
    return faults.length > 0 ? [{ what: `note ${id}`, pollingStationId, faults }] : []
  })
}

export async function compareUnplaced(db: Db, range: Range, from: number): Promise<Differing[]> {
  const lines = await linesOf(db, range, { subject: 'unplaced', from })
  const { rows } = await sql<
    Columns<
      'unplaced',
      'id' | 'kind' | 'reason' | 'sent' | 'observerId' | 'receivedAt' | 'pollingStationId'
    > &
      Pick<UnplacedStored, 'state' | 'files'>
  >`
    select t.id, t.kind, t.reason, t.sent, t.observer_id, t.received_at, t.polling_station_id,
           case when t.placed_at is not null then 'placed'
                when t.dismissed_at is not null then 'dismissed'
                when t.superseded_at is not null then 'superseded' else 'open' end as state,
           ${files('unplaced_id')} as files
      from unplaced t
     where t.election_id = ${range.electionId} and t.id between ${range.first} and ${range.last}`.execute(
    db,
  )
  return side(lines, rows).flatMap(({ id, lines: ofOne, row }) => {
    const faults = unplacedFaults(ofOne, row)
    const pollingStationId = row?.pollingStationId ?? null
    return faults.length > 0 ? [{ what: `unplaced report ${id}`, pollingStationId, faults }] : []
  })
}

export async function compareMessages(db: Db, range: Range, from: number): Promise<Differing[]> {
  const lines = await linesOf(db, range, { subject: 'notifications', from })
  const { rows } = await sql<Columns<'notifications', 'id' | 'title' | 'body'>>`
    select id, title, body from notifications
     where election_id = ${range.electionId} and id between ${range.first} and ${range.last}`.execute(
    db,
  )
  const { rows: deliveries } = await sql<
    Columns<'deliveries', 'notificationId' | 'observerId' | 'at'> & { readonly isOpened: boolean }
  >`
    select notification_id, observer_id, state = 'opened' as is_opened, at from deliveries
     where election_id = ${range.electionId}
       and notification_id between ${range.first} and ${range.last}`.execute(db)
  const byMessage = groupBy(deliveries, ({ notificationId }) => notificationId)
  const stored = rows.map((row) => ({ ...row, deliveries: byMessage.get(row.id) ?? [] }))
  return side(lines, stored).flatMap(({ id, lines: ofOne, row }) => {
    const faults = messageFaults(ofOne, row, digestOfRecipients)
    return faults.length > 0 ? [{ what: `message ${id}`, pollingStationId: null, faults }] : []
  })
}
