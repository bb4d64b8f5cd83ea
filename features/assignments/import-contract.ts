import * as z from 'zod'
import { CopyOptions, oneImport, Task, UndoableImport } from '#features/tasks/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { DryRun, ImportOptions, ImportReport, sheetFile } from '#kit/contract/import/import.ts'
import { closed } from '#kit/contract/value/closed.ts'
import { id } from '#kit/contract/value/id.ts'

/** An import of assignments in the last week, with its state. */
export const PlanImport = UndoableImport.extend({
  ngo: z
    .string()
    .nullable()
    .meta({ examples: ['Vot Curat'] })
    .describe('Whose observers it was about; null: everybody’s.'),
  kept: z
    .array(
      z.object({
        assignmentId: id('assignments'),
        observerId: id('observers'),
        observerName: z.string().meta({ examples: ['Ioana Pop'] }),
        pollingStationId: id('pollingStations').nullable().describe('Null where it is deleted.'),
        municipality: z.string().meta({ examples: ['Dej'] }),
        pollingStationNumber: z.int().meta({ examples: [12] }),
        why: z.enum(['edited']),
      }),
    )
    .describe('The first hundred of these, and why.'),
})
export type PlanImport = z.output<typeof PlanImport>

/** The calls that import the plan from a file or another election, and undo it. */
export const importEndpoints = {
  import: endpoint({
    method: 'POST',
    path: '/api/v1/assignment/import',
    access: 'recruit',
    summary:
      'Imports assignments from a CSV file or an Excel workbook, and returns the outcome of every row',
    description:
      'The columns are Phone; County code or, where a county is divided, Municipality code; Station number; From and Until; and optionally Mobile. An assignment with the same observer, station and start is updated. One wrong row refuses the file, unless `skipInvalid`.',
    body: closed(ImportOptions.extend(DryRun.shape)),
    files: sheetFile,
    reply: ImportReport,
    problems: ['import.refused', 'import.undoing', 'request.too-large', 'request.wrong-kind'],
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/v1/assignment/copy',
    access: 'set-up',
    summary: 'Copies the plan of another election, and returns the outcome of every assignment',
    description:
      'Finds observers by phone and stations by code and number. Shifts keep their distance in days from election day and their wall-clock time. Refuses an observer planned elsewhere at that time. It can be undone like an import.',
    body: closed(CopyOptions),
    reply: ImportReport,
    problems: ['thing.not-found', 'import.refused', 'import.undoing'],
  }),
  startImport: endpoint({
    method: 'POST',
    path: '/api/v1/assignment/import/task',
    // Its result is among the account's own tasks.
    peopleOnly: true,
    access: 'recruit',
    summary: 'Queues an import of assignments; answers with its task',
    description: 'Takes the same input as the import; the task reports errors in the file.',
    body: closed(ImportOptions),
    files: sheetFile,
    reply: Task,
    problems: ['request.too-large', 'request.wrong-kind'],
  }),
  listImports: endpoint({
    method: 'GET',
    path: '/api/v1/assignment/import',
    access: 'recruit',
    summary: 'Lists the imports of the last week, latest first, with their state',
    reply: z.array(PlanImport),
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/api/v1/assignment/import/:id/undo',
    access: 'recruit',
    confirmed: true,
    summary: 'Undoes an import of the last week: removes added assignments, restores changed ones',
    description:
      'Runs in the background, in batches; the list of imports shows its progress. It keeps assignments that were changed since, and names them there.',
    params: oneImport,
    reply: z.object({}),
    problems: ['thing.not-found', 'import.undone'],
  }),
}
