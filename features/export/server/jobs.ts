import type * as z from 'zod'
import type { Db } from '#database/open.ts'
import { AnswerFilter } from '#features/answers/contract.ts'
import { ObserverFilter } from '#features/observers/contract.ts'
import { takeObservers } from '#features/observers/server/export-queries.ts'
import { takeCounties, takeStations } from '#features/places/server/export-queries.ts'
import type { TaskKindName } from '#features/tasks/contract.ts'
import { type Run, type TaskKind, taskKind } from '#features/tasks/server/runs.ts'
import { Download } from '#kit/contract/download.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import {
  type DownloadContents,
  type DownloadRequest,
  writeFile,
} from '#kit/server/http/download.ts'
import { chainOf, readSource } from '#kit/server/sheets/source.ts'
import type { Sheet } from '#kit/server/sheets/spreadsheet.ts'
import { answersTaken, notesTaken, takeAnswers, takeNotes } from './sheet-queries.ts'

const AskedReports = AnswerFilter.extend(Download.shape)
const AskedObservers = ObserverFilter.extend(Download.shape)

/** Every background export; the files are the same as those of the direct calls. */
export const exportKinds: readonly TaskKind[] = [
  exportKind('export.answers', AskedReports, answersTaken, (db, { who, request, progress }) =>
    takeAnswers({ db, who, query: request, onProgress: progress }),
  ),
  exportKind('export.notes', AskedReports, notesTaken, (db, { who, request, progress }) =>
    takeNotes({ db, who, query: request, onProgress: progress }),
  ),
  exportKind(
    'export.observers',
    AskedObservers,
    { name: 'observers', act: 'observers.exported', subject: 'observers' },
    async (db, { who, request, progress }) =>
      counted(await takeObservers(db, who, request), progress),
  ),
  exportKind(
    'export.counties',
    Download,
    { name: 'counties', act: 'places.exported', subject: 'areas' },
    async (db, { who, request, progress }) =>
      counted(await takeCounties(db, who.scope, request.language), progress),
  ),
  exportKind(
    'export.stations',
    Download,
    { name: 'polling-stations', act: 'places.exported', subject: 'areas' },
    async (db, { who, request, progress }) =>
      counted(await takeStations(db, who.scope, request.language), progress),
  ),
]

/** A background export. An interrupted one restarts from the beginning, with a later snapshot. */
function exportKind<S extends typeof Download>(
  kind: TaskKindName,
  request: S,
  { name, ...line }: Pick<DownloadRequest, 'name' | 'act' | 'subject'>,
  take: (db: Db, run: Run<S>) => Promise<DownloadContents>,
): TaskKind {
  return taskKind(kind, request, async (run) => {
    const { format, language, ...filter } = run.request as z.output<typeof Download>
    const { rows, source, result } = await run.database.snapshot(async (db) => {
      const { sheets, rows, election } = await take(db, run)
      const source = await readSource(db, run, { election, filter, rows })
      const file = writeFile({ name, format, language }, sheets, source)
      return { rows, source, result: await run.keep(file) }
    })
    await run.database.write(async (tx) => {
      const after = { rows, format, filter, ...chainOf(source) }
      await recordBy({ db: tx, who: run.who, now: run.now }, { ...line, subjectId: null, after })
      await run.finish(tx, { result })
    })
  })
}

/** Reports the progress of the first sheet, batch by batch. */
function counted(
  { sheets, ...taken }: DownloadContents,
  progress: Run['progress'],
): DownloadContents {
  const [first, ...rest] = sheets
  const counting: Sheet = {
    ...first,
    batches: async function* () {
      let done = 0
      for await (const batch of first.batches()) {
        yield batch
        done += batch.length
        await progress(done, taken.rows)
      }
    },
  }
  return { ...taken, sheets: [counting, ...rest] }
}
