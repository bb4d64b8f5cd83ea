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

/** An export as a task: of what, with which filters; a filter that does not apply is ignored. */
export const ExportOrder = AnswerFilter.extend(ObserverFilter.shape)
  .extend(Download.shape)
  .extend({ what: z.enum(['answers', 'notes', 'observers', 'counties', 'stations']) })
export type ExportOrder = z.output<typeof ExportOrder>

export const exports = {
  start: endpoint({
    method: 'POST',
    path: '/api/v1/export/task',
    access: 'export',
    confirmed: true,
    summary: 'Leaves an export to be made; answers with its task',
    description:
      'The same file as the calls that answer at once, of the same filters, to be downloaded from the task once it is done. Answers as CSV are the sheet with a row a chosen option.',
    body: ExportOrder,
    reply: Task,
  }),
  all: endpoint({
    ...file,
    confirmed: true,
    path: '/api/v1/export/all',
    summary: 'Answers with a workbook of what observers reported, `answsers.xlsx`',
    description:
      'A sheet a form with a row a visit, a sheet with a row a chosen option, the visits, the notes; as CSV, the sheet with a row a chosen option alone. All of one moment, however long it takes to read.',
  }),
  allV2: endpoint({
    ...file,
    confirmed: true,
    path: '/api/v2/export/all',
    summary: 'The same workbook, under the address that the first system’s administration calls',
  }),
  notes: endpoint({
    ...file,
    confirmed: true,
    path: '/api/v1/export/all/notes',
    summary: 'Answers with the notes alone, as a workbook or as CSV',
  }),
}
