import type { Copy } from '#kit/contract/copy.ts'
import { say } from '../copy.ts'

/** The chosen content and format. */
export type DownloadChoice =
  | { readonly what: 'answers' | 'notes'; readonly format: 'xlsx' | 'csv' }
  | { readonly what: 'files'; readonly format: 'zip' }

export type Format = DownloadChoice & {
  readonly id: string
  readonly title: Copy
  readonly about: Copy
}

export const formats = [
  {
    id: 'answers',
    what: 'answers',
    format: 'xlsx',
    title: say.answersWorkbook,
    about: say.answersWorkbookAbout,
  },
  {
    id: 'answers-csv',
    what: 'answers',
    format: 'csv',
    title: say.answersCsv,
    about: say.answersCsvAbout,
  },
  {
    id: 'notes',
    what: 'notes',
    format: 'xlsx',
    title: say.notesWorkbook,
    about: say.notesWorkbookAbout,
  },
  { id: 'notes-csv', what: 'notes', format: 'csv', title: say.notesCsv, about: say.notesCsvAbout },
  {
    id: 'files',
    what: 'files',
    format: 'zip',
    title: say.filesArchive,
    about: say.filesArchiveAbout,
  },
] as const satisfies readonly Format[]

/** The most reports of a direct download; more take too long to wait for. */
export const mostAtOnce = 5000

/** Whether it runs in the background: the server stores that file, which for an archive is too large. */
export const isLeft = ({
  format,
  total,
}: Pick<DownloadChoice, 'format'> & { readonly total: number }) =>
  format === 'csv' || (format === 'xlsx' && total > mostAtOnce)
