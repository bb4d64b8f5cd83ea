import * as z from 'zod'
import { languages } from '#kit/contract/copy.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { DryRun } from '#kit/contract/import/import.ts'
import { live } from '#kit/contract/live.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** What can run as a task while one goes on working. */
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

/** It waits, it runs, or it is over in one of three ways. */
export const taskStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** How many rows an import changed, by kind of change. */
export const TaskCounts = z.record(z.string(), z.int())
export type TaskCounts = z.output<typeof TaskCounts>

/** How many of those kept when an import is undone are named. */
export const shownKept = 100

/** An import within the last week, and what became of it. */
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
  removed: z.int().describe('How many that it had added are gone again.'),
  restored: z.int().describe('How many that it had changed are what they were before.'),
  keptCount: z
    .int()
    .describe('How many stay as they are, because they were used or changed since.'),
})
export type UndoableImport = z.output<typeof UndoableImport>

/** What is copied from another election. */
export const CopyOptions = z
  .object({
    electionId: id('elections'),
    skipInvalid: flag.default(false).describe('Leaves out what does not fit.'),
  })
  .extend(DryRun.shape)

/** Which of them is to be undone. */
export const oneImport = z.object({ id: id('imports') })

/** An export, or the import of a large file, run in the background. */
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
    .describe('Of an import, the file that was sent.'),
  done: z
    .int()
    .meta({ examples: [1834] })
    .describe('How far it is: visits written, rows read. Without a total it is not known yet.'),
  total: z
    .int()
    .nullable()
    .meta({ examples: [1834] }),
  counts: TaskCounts.nullable()
    .meta({ examples: [null] })
    .describe('What a finished import did: `added`, `changed` and the like.'),
  refused: z.int().describe('How many rows of the file did not fit.'),
  refusedUntil: instant
    .nullable()
    .meta({ examples: [null] })
    .describe(
      'Until when the first 1000 of them can be downloaded; null where they cannot, or not any more.',
    ),
  result: z
    .object({
      fileName: z.string().meta({ examples: ['observatori.csv'] }),
      mediaType: z.string().meta({ examples: ['text/csv'] }),
      sizeBytes: z.int(),
      expiresAt: instant,
    })
    .nullable()
    .describe(
      'What a finished export made; null as well once it has been forgotten, after seven days.',
    ),
  why: z
    .looseObject({ code: z.string(), title: z.string() })
    .nullable()
    .meta({ examples: [null] })
    .describe(
      'Why it failed: a problem’s document, as a call would have answered; why rows do not fit by `Accept-Language`.',
    ),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
})
export type Task = z.output<typeof Task>

export const TaskQuery = PageQuery.extend({
  everybody: flag
    .default(false)
    .describe(
      'Also what others started, as far as the caller may see it: an organiser everybody’s.',
    ),
})
export type TaskQuery = z.output<typeof TaskQuery>

/** A task started, progressed or ended; at most twice a second while it runs. */
export const tasksChanged = live({ name: 'tasks.changed', payload: z.object({ id: z.int() }) })

const one = z.object({ id: id('tasks') })

export const tasks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/task',
    access: 'read',
    summary: 'Lists the imports and exports left to be done, the newest first',
    query: TaskQuery,
    reply: page(Task),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/task/:id',
    access: 'read',
    summary: 'Says how far an import or export is, and how it ended',
    params: one,
    reply: Task,
    problems: ['thing.not-found'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/v1/task/:id/cancel',
    access: 'read',
    summary: 'Stops an import or export; answers with the task as it is now',
    description: 'Nothing of it stays. One that is already over stays as it is.',
    params: one,
    reply: Task,
    problems: ['thing.not-found'],
  }),
  result: endpoint({
    method: 'GET',
    path: '/api/v1/task/:id/result',
    access: 'export',
    confirmed: true,
    summary: 'Downloads what an export made',
    description: 'As often as it is asked for, for seven days.',
    params: one,
    reply: { streams: 'file', mediaType: 'application/octet-stream' },
    problems: ['thing.not-found'],
  }),
  errors: endpoint({
    method: 'GET',
    path: '/api/v1/task/:id/errors',
    access: 'recruit',
    summary: 'Downloads the rows that an import refused, as CSV',
    description:
      'The uploaded file with the refused rows alone, each after its reason, in the language asked for. Corrected, it can be uploaded again. The first thousand rows, for seven days; they may contain PINs.',
    params: one,
    query: z.object({ language: z.enum(languages).default('ro') }),
    reply: { streams: 'file', mediaType: 'text/csv' },
    problems: ['thing.not-found'],
  }),
}
