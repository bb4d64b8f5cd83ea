import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { phoneAt } from '#apps/cli/phone.ts'
import { miscounted } from '#apps/server/projections.ts'
import { type Db, openDatabase } from '#database/open.ts'
import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'

/** The content of the database when an evening is over, as recorded by `AcknowledgedReports`. */
export type Stored = Awaited<ReturnType<typeof readStored>>

const visitKey = sql`concat_ws(' ', o.phone, a.code, s.number)`
const visitTables = sql`visits v
  join observers o on o.election_id = v.election_id and o.id = v.observer_id
  join polling_stations s on s.election_id = v.election_id and s.id = v.polling_station_id
  join areas a on a.election_id = s.election_id and a.id = s.area_id`

export const rowsOf = async <Row>(db: Db, query: ReturnType<typeof sql>): Promise<readonly Row[]> =>
  (await query.execute(db)).rows as Row[]

/** Reads everything an evening left, directly from the database. */
export async function readStored(databaseUrl: string) {
  const database = openDatabase({ url: databaseUrl, connections: 1 })
  const db = database.primary
  try {
    const rows = await rowsOf<{ key: string; value: string }>(
      db,
      sql`select concat_ws(' ', ${visitKey}, n.question_id) as key,
                 json_agg(json_build_array(n.option_id, n.text) order by n.option_id)::text as value
            from answers n join ${visitTables} on v.id = n.visit_id group by 1`,
    )
    const visits = await rowsOf<{ key: string; changes: number }>(
      db,
      sql`select ${visitKey} as key,
                 (select count(*) from history h where h.act = 'answers.received'
                     and h.subject = 'visits' and h.subject_id = v.id) as changes
            from ${visitTables}`,
    )
    const noteRows = await rowsOf<{ note: string; history: number }>(
      db,
      sql`select concat_ws(' ', ${visitKey}, n.text, (
                   select string_agg(encode(f.sha256, 'hex'), ' ' order by f.position)
                     from attachments f where f.note_id = n.id)) as note,
                 (select count(*) from history h where h.act = 'notes.received'
                     and h.subject_id = n.id) as history
            from notes n join ${visitTables} on v.id = n.visit_id`,
    )
    return {
      sentAnswers: new Map(rows.map(({ key, value }) => [key, JSON.stringify(JSON.parse(value))])),
      changes: new Map(
        visits.filter(({ changes }) => changes > 0).map(({ key, changes }) => [key, changes]),
      ),
      notes: new Set(noteRows.map(({ note }) => note)),
      noteRows: noteRows.length,
      noteHistory: noteRows.reduce((total, { history }) => total + history, 0),
      visitRows: visits.length,
      visits: new Set(visits.map(({ key }) => key)),
      miscounted: (await miscounted(database)) as readonly unknown[],
    }
  } finally {
    await database.close()
  }
}

/** The digests of all attachments, read through the server as an organiser's screen does. */
export async function readFiles(url: string, token: string): Promise<Set<string>> {
  const call = phoneAt(url, { forMs: 5000 })
  const found = new Set<string>()
  const { threads } = await call(answers.list, { query: { pageSize: 1000 } }, token)
  for (const { observerId, pollingStationId } of threads.filter((thread) => thread.notes > 0)) {
    const thread = { query: { observerId, pollingStationId } }
    for (const { src } of (await call(notes.list, thread, token)).flatMap(
      (note) => note.attachments,
    )) {
      const bytes = Buffer.from(await (await fetch(src)).arrayBuffer())
      found.add(createHash('sha256').update(bytes).digest('hex'))
    }
  }
  return found
}
