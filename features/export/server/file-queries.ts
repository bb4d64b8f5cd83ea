import { sql } from 'kysely'
import type { Columns } from '#database/rows.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { groupBy } from '#kit/contract/group.ts'
import { separators } from '#kit/contract/import/csv-line.ts'
import { Problem } from '#kit/contract/problem.ts'
import { chunksOf, type FileRead, type Files } from '#kit/server/files/files.ts'
import type { ZipEntry } from '#kit/server/files/zip.ts'
import { sheetOf } from '#kit/server/http/download.ts'
import type { StreamCall } from '#kit/server/http/serve.ts'
import { writeCsv } from '#kit/server/sheets/csv.ts'
import { type FileFault, type FileRow, fileColumns } from '../columns.ts'
import { say } from '../copy.ts'
import { filePath } from '../file-domain.ts'
import { eachBatch, type Visits } from './queries.ts'
import { openVisits, type SheetRequest, writtenFor } from './sheet-queries.ts'

/**
 * The files of the visits' notes, then an index of them. Read visit by visit without a snapshot: sending gigabytes takes
 * hours, and PostgreSQL could clean up nothing meanwhile. A file that cannot be read is named in the index.
 */
export async function takeFiles(
  asking: SheetRequest & Pick<StreamCall<Endpoint>, 'now' | 'isUnchanged'>,
  files: Files,
) {
  const { visits, rows } = await openVisits(asking, 1)
  const written = await writtenFor(asking)
  const { language } = asking.query
  const find = async (row: Omit<FileRow, 'fault'>) => {
    // An archive takes hours: its reader may be signed out meanwhile.
    if (!(await asking.isUnchanged())) throw new Problem('session.missing')
    const sha256 = Buffer.from(row.digest, 'hex')
    return files.find({ ...row, sha256 }).catch(() => 'away' as const)
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    const index: FileRow[] = []
    for await (const row of eachFile(visits)) {
      let fault: FileFault | null = null
      const found = await find(row)
      if (found && found !== 'away') {
        const content = untilCut(found, () => {
          fault = 'cut'
        })
        try {
          yield { path: filePath(row, written.timezone), at: row.receivedAt, content }
        } finally {
          // A reader who left has not begun it.
          found.stream.destroy()
        }
      } else fault = found ?? 'missing'
      index.push({ ...row, fault })
    }
    const sheet = sheetOf(say.index, fileColumns(written), language, async function* () {
      yield index
    })
    yield { path: 'index.csv', at: asking.now, content: writeCsv(sheet, separators[language]) }
  }
  return { rows, entries: entries() }
}

/** An archive cannot take back what it has of a file. */
async function* untilCut(file: FileRead, onCut: () => void): AsyncGenerator<Buffer> {
  try {
    yield* chunksOf(file)
  } catch {
    onCut()
  }
}

async function* eachFile(from: Visits): AsyncGenerator<Omit<FileRow, 'fault'>> {
  const { db, scope } = from
  for await (const visits of eachBatch(from)) {
    const { rows } = await sql<Omit<FileRow, 'fault' | 'visit'> & Columns<'notes', 'visitId'>>`
      select n.visit_id, f.code as form_code, q.code as question_code, n.received_at,
             t.id, t.extension, t.file_name, t.size_bytes,
             encode(t.sha256, 'hex') as digest
        from notes n
        join attachments t on t.election_id = n.election_id and t.note_id = n.id
        left join questions q on q.election_id = n.election_id and q.id = n.question_id
        left join forms f on f.election_id = q.election_id and f.id = q.form_id
       where n.election_id = ${scope.electionId}
         and n.visit_id = any(${visits.map(({ id }) => id)}::integer[])
       order by n.visit_id, n.received_at, t.id`.execute(db)
    const byVisit = groupBy(rows, ({ visitId }) => visitId)
    for (const visit of visits)
      for (const { visitId: _visit, ...row } of byVisit.get(visit.id) ?? []) yield { visit, ...row }
  }
}
