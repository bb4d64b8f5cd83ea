import * as z from 'zod'
import { oneImport, Task, UndoableImport } from '#features/tasks/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { DryRun, ImportOptions, ImportReport, sheetFile } from '#kit/contract/import/import.ts'
import { id } from '#kit/contract/value/id.ts'

/** An import of areas, counties or polling stations in the last week, with its state. */
export const PlaceImport = UndoableImport.extend({
  kind: z.enum(['areas', 'counties', 'stations']),
  along: z.int().describe('How many polling stations came along with their counties.'),
  alongRemoved: z.int().describe('How many of those are gone again.'),
  kept: z
    .array(
      z.object({
        place: z.enum(['area', 'county', 'station']),
        id: z.int(),
        countyId: id('areas')
          .nullable()
          .describe('Its own county; an area above counties has none.'),
        name: z.string().meta({ examples: ['Cluj Dej 12'] }),
        why: z
          .enum(['reported', 'planned', 'edited', 'holds-stations', 'limits-account'])
          .describe(
            'It has reports; an observer is planned there; it was changed since, or its area is gone; it has stations or areas; an account is limited to it.',
          ),
      }),
    )
    .describe('The first hundred of these, and why.'),
})
export type PlaceImport = z.output<typeof PlaceImport>

const importing = {
  method: 'POST',
  access: 'set-up',
  body: ImportOptions.extend(DryRun.shape),
  files: sheetFile,
  reply: ImportReport,
  problems: ['import.refused', 'import.undoing', 'request.too-large', 'request.wrong-kind'],
} as const

/** An import as a task, which also reports faults of the file. */
const starting = {
  ...importing,
  body: ImportOptions,
  reply: Task,
  problems: ['request.too-large', 'request.wrong-kind'],
} as const

/** The calls that import areas, counties and polling stations from files, and undo it. */
export const importEndpoints = {
  importAreas: endpoint({
    ...importing,
    path: '/api/v1/area/import',
    summary:
      'Imports areas of any level from a CSV file or an Excel workbook, and returns the outcome of every row',
    description:
      'The columns are Code, Name, Parent code and optionally Order. An area is one level below its parent, which is known or appears above it in the file; without a parent it is of the outermost level. Where other rows name a parent, that must follow from the areas below it, or from its Level. A known area is updated; it stays in its county. One wrong row refuses the file, unless `skipInvalid`.',
  }),
  startAreaImport: endpoint({
    ...starting,
    path: '/api/v1/area/import/task',
    // Its result is among the account's own tasks.
    peopleOnly: true,
    summary: 'Leaves an import of areas to be done; answers with its task',
  }),
  importCounties: endpoint({
    ...importing,
    path: '/api/v1/county/import',
    summary:
      'Imports counties from a CSV file or an Excel workbook, and returns the outcome of every row',
    description:
      'The columns are Code and Name, and optionally Number of polling stations, Diaspora, Order and Province code. A known code is updated. A missing column or an empty cell keeps the stored value. One wrong row refuses the file, unless `skipInvalid`.',
  }),
  importStations: endpoint({
    ...importing,
    path: '/api/v1/polling-station/import',
    summary:
      'Imports polling stations from a CSV file or an Excel workbook, and returns the outcome of every row',
    description:
      'The columns are County code or, where a county is divided, Municipality code; Number; and optionally Name, Address, Latitude, Longitude and Registered voters. A known station is updated; absent values stay. One wrong row refuses the file, unless `skipInvalid`.',
  }),
  startCountyImport: endpoint({
    ...starting,
    path: '/api/v1/county/import/task',
    // Its result is among the account's own tasks.
    peopleOnly: true,
    summary: 'Leaves an import of counties to be done; answers with its task',
  }),
  startStationImport: endpoint({
    ...starting,
    path: '/api/v1/polling-station/import/task',
    // Its result is among the account's own tasks.
    peopleOnly: true,
    summary: 'Leaves an import of polling stations to be done; answers with its task',
  }),
  listImports: endpoint({
    method: 'GET',
    path: '/api/v1/county/import',
    access: 'set-up',
    summary:
      'Lists the imports of areas, counties and polling stations of the last week, with their state',
    description: 'The latest comes first.',
    reply: z.array(PlaceImport),
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/api/v1/county/import/:id/undo',
    access: 'set-up',
    confirmed: true,
    summary: 'Undoes an import of areas, counties or polling stations',
    description:
      'It runs in steps after the reply; the list of imports shows the progress. Stations with reports, counties with stations or limited accounts, and rows changed since are kept and named there.',
    params: oneImport,
    reply: z.object({}),
    problems: ['thing.not-found', 'import.undone'],
  }),
}
