import * as z from 'zod'
import { languages } from '#kit/contract/copy.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { DryRun } from '#kit/contract/import/import.ts'
import { live } from '#kit/contract/live.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** The kinds of background tasks. */
export const taskKinds = [
  'export.answers',
  'export.notes',
  'export.observers',
  'export.counties',
  'export.stations',
  'import.observers',
  'import.stations',
  'import.counties',
  'import.areas',
  'import.plan',
] as const
export type TaskKindName = (typeof taskKinds)[number]

export const taskStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** The rows that an import changed, by kind of change. */
export const TaskCounts = z.record(z.string(), z.int())
export type TaskCounts = z.output<typeof TaskCounts>

/** The most kept rows that the result of an undo names. */
export const shownKept = 100

/** An import of the last week, with its state. */
export const UndoableImport = z.object({
  id: id('imports'),
  fileName: z.string().meta({ examples: ['import.csv'] }),
  importedBy: z
    .string()
    .meta({ examples: ['ana'] })
    .describe('The account that imported it.'),
  importedAt: instant,
  added: z.int(),
  changed: z.int(),
  state: z.enum(['done', 'undoing', 'undone']),
  undoneBy: z
    .string()
    .nullable()
    .meta({ examples: [null] })
    .describe('The account that undid it.'),
  removed: z.int().describe('How many added rows were deleted again.'),
  restored: z.int().describe('How many changed rows were restored.'),
  keptCount: z.int().describe('How many rows were kept, because they were used or changed since.'),
})
export type UndoableImport = z.output<typeof UndoableImport>

/** The options of a copy from another election. */
export const CopyOptions = z
  .object({
    electionId: id('elections'),
    skipInvalid: flag.default(false).describe('Skips invalid rows.'),
  })
  .extend(DryRun.shape)

export const oneImport = z.object({ id: id('imports') })

/** An export or a large import, run in the background. */
export const Task = z.object({
  id: id('tasks'),
  kind: z.enum(taskKinds).meta({ examples: ['export.observers'] }),
  state: z.enum(taskStates).meta({ examples: ['done'] }),
  startedBy: z
    .string()
    .meta({ examples: ['ana'] })
    .describe('The account that started it.'),
  fileName: z
    .string()
    .nullable()
    .meta({ examples: [null] })
    .describe('The uploaded file of an import.'),
  done: z
    .int()
    .meta({ examples: [1834] })
    .describe(
      'The progress: visits written or rows read. The total is null while it is not known.',
    ),
  total: z
    .int()
    .nullable()
    .meta({ examples: [1834] }),
  counts: TaskCounts.nullable()
    .meta({ examples: [null] })
    .describe('The counts of a finished import, such as `added` and `changed`.'),
  refused: z.int().describe('How many rows of the file were refused.'),
  refusedUntil: instant
    .nullable()
    .meta({ examples: [null] })
    .describe(
      'Until when the first 1000 of them can be downloaded; null if there are none or no longer any.',
    ),
  result: z
    .object({
      fileName: z.string().meta({ examples: ['observatori.csv'] }),
      mediaType: z.string().meta({ examples: ['text/csv'] }),
      sizeBytes: z.int(),
      expiresAt: instant,
    })
    .nullable()
    .describe('The file of a finished export; deleted after seven days.'),
  why: z
    .looseObject({ code: z.string(), title: z.string() })
    .nullable()
    .meta({ examples: [null] })
    .describe(
      'Why it failed, as the problem document of a call; reasons for rows follow `Accept-Language`.',
    ),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
})
export type Task = z.output<typeof Task>

export const TaskQuery = PageQuery.extend({
  everybody: flag
    .default(false)
    .describe('Also the visible tasks of other accounts; an organiser sees all.'),
})
export type TaskQuery = z.output<typeof TaskQuery>

/** A task started, progressed or ended. Progress is announced at most twice a second. */
export const tasksChanged = live({ name: 'tasks.changed', payload: z.object({ id: z.int() }) })

const one = z.object({ id: id('tasks') })

export const tasks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/task',
    access: 'read',
    peopleOnly: true,
    summary: 'Lists background imports and exports, newest first',
    query: TaskQuery,
    reply: page(Task),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/task/:id',
    access: 'read',
    peopleOnly: true,
    summary: 'Reads the progress and outcome of an import or export',
    params: one,
    reply: Task,
    problems: ['thing.not-found'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/v1/task/:id/cancel',
    access: 'read',
    peopleOnly: true,
    summary: 'Cancels an import or export and returns the task',
    description: 'All its changes are rolled back. A finished task is not changed.',
    params: one,
    reply: Task,
    problems: ['thing.not-found'],
  }),
  result: endpoint({
    method: 'GET',
    path: '/api/v1/task/:id/result',
    access: 'export',
    peopleOnly: true,
    confirmed: true,
    summary: 'Downloads the file of an export',
    description: 'Any number of times, for seven days.',
    params: one,
    reply: { streams: 'file', mediaType: 'application/octet-stream' },
    problems: ['thing.not-found'],
  }),
  errors: endpoint({
    method: 'GET',
    path: '/api/v1/task/:id/errors',
    access: 'recruit',
    peopleOnly: true,
    summary: 'Downloads the rows that an import refused, as CSV',
    description:
      'The uploaded file with only its refused rows and their reasons, in the requested language. It can be corrected and uploaded again. It has the first thousand rows, for seven days, and may contain PINs.',
    params: one,
    query: z.object({ language: z.enum(languages).default('ro') }),
    reply: { streams: 'file', mediaType: 'text/csv' },
    problems: ['thing.not-found'],
  }),
}
