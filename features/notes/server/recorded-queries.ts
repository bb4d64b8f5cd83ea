import { sql } from 'kysely'
import { recordedTable } from '#kit/server/history/recorded.ts'
import { digestOfNote, type SubmittedNote } from './store.ts'

/** The digests of the attachments of the row `t`, in the order in which they were sent. */
export const attachedTo = (column: 'note_id' | 'unplaced_id') => sql`
  array(select pg_catalog.encode(a.sha256, 'hex') from attachments a
         where a.election_id = t.election_id and ${sql.ref(`a.${column}`)} = t.id order by a.position)`

type RecordedNote = SubmittedNote & {
  /** Neither was recorded before version 0.2. */
  readonly pollingStationId?: number
  readonly isQuestionUnknown?: boolean
  /** The observer, where staff wrote it down. */
  readonly observerId?: number
}

export const recordedNotes = recordedTable({
  rows: 'notes',
  joined: sql`join visits v on v.election_id = t.election_id and v.id = t.visit_id`,
  station: sql`v.polling_station_id`,
  fields: {
    text: sql`t.text`,
    'its question': sql`t.question_id`,
    'its digest': sql`pg_catalog.encode(t.digest, 'hex')`,
    'time of arrival': sql`t.received_at`,
    observer: sql`v.observer_id`,
    'its polling station': sql`v.polling_station_id`,
    'what is attached': attachedTo('note_id'),
    // Only for notes without one: a form may have got the question since.
    'a question as recorded': sql`
      t.question_id is null and exists (
        select from history h
          join questions q on q.election_id = h.election_id and q.id = (h.after ->> 'questionId')::integer
         where h.election_id = t.election_id and h.subject = 'notes' and h.subject_id = t.id
           and h.act in ('notes.received', 'notes.telephoned'))`,
  },
  atOnce: 2000,
  isReport: true,
  nameOf: (id) => `note ${id}`,
  replay: (lines, row) => {
    const [received] = lines
    if (!received) return undefined
    const note = received.after as RecordedNote
    const { pollingStationId } = note
    const isThere = row?.['its question'] || row?.['a question as recorded']
    const isUnknown = note.isQuestionUnknown ?? (pollingStationId === undefined && !isThere)
    // A note whose placing was undone is unplaced again, and recorded there.
    const isAside = lines.at(-1)?.act === 'notes.placing-undone'
    return {
      gone: isAside ? 'history says that it is aside again' : undefined,
      values: {
        text: note.text,
        'its question': (!isUnknown && note.questionId) || null,
        'its digest': digestOfNote(note).toString('hex'),
        'time of arrival': received.at,
        observer: note.observerId ?? received.actorId,
        'its polling station': pollingStationId,
        'what is attached': note.files,
      },
    }
  },
})
