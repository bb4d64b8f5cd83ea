import * as z from 'zod'
import { AnswerFilter } from '#features/answers/contract.ts'
import { ObserverFilter } from '#features/observers/contract.ts'
import { Task } from '#features/tasks/contract.ts'
import { Download, downloaded } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

/** The filters of the review list, and the file format. */
export const ExportQuery = AnswerFilter.extend(Download.shape)
export type ExportQuery = z.output<typeof ExportQuery>

const file = {
  method: 'GET',
  access: 'export',
  query: ExportQuery,
  reply: downloaded,
} as const

/** A background export. Filters that do not apply are ignored. */
export const ExportOrder = AnswerFilter.extend(ObserverFilter.shape)
  .extend(Download.shape)
  .extend({ what: z.enum(['answers', 'notes', 'observers', 'counties', 'stations']) })
export type ExportOrder = z.output<typeof ExportOrder>

export const exports = {
  start: endpoint({
    method: 'POST',
    path: '/api/v1/export/task',
    // Its result is among the account's own tasks.
    peopleOnly: true,
    access: 'export',
    confirmed: true,
    summary: 'Starts a background export and returns its task',
    description:
      'The file is the same as that of the direct calls with the same filters. Download it from the task once that is done. Answers as CSV are the sheet with one row for each chosen option.',
    body: ExportOrder,
    reply: Task,
  }),
  all: endpoint({
    ...file,
    confirmed: true,
    path: '/api/v1/export/all',
    summary: 'Exports the reports as a workbook, `answsers.xlsx`',
    description:
      'One sheet for each form with one row for each visit, a sheet with one row for each chosen option, the visits, the notes. CSV has only the sheet of chosen options. All rows are from one snapshot.',
  }),
  allV2: endpoint({
    ...file,
    confirmed: true,
    path: '/api/v2/export/all',
    summary: 'The same workbook at the URL that the first system’s administration calls',
  }),
  files: endpoint({
    ...file,
    confirmed: true,
    path: '/api/v1/export/all/files',
    summary: 'Exports the files of the notes as a zip archive, streamed',
    description:
      'A folder for each county and station, then `index.csv`, the last entry. A file that cannot be read does not end the archive: the index names it with the reason. Links on the sheet of notes fit these folders.',
    query: AnswerFilter.extend(Download.pick({ language: true }).shape),
    reply: { streams: 'file', mediaType: 'application/zip' },
  }),
  notes: endpoint({
    ...file,
    confirmed: true,
    path: '/api/v1/export/all/notes',
    summary: 'Exports only the notes, as a workbook or as CSV',
  }),
}
