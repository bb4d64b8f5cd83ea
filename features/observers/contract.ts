import * as z from 'zod'
import { Unlocked } from '#features/session/contract.ts'
import { oneImport, Task, UndoableImport } from '#features/tasks/contract.ts'
import { Download, downloaded } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { partOf } from '#kit/contract/field.ts'
import { ImportOptions, ImportReport, sheetFile } from '#kit/contract/import/import.ts'
import { live } from '#kit/contract/live.ts'
import { lenientPageQuery, page } from '#kit/contract/page.ts'
import { baseRevision, revisionFields } from '#kit/contract/revision.ts'
import { closed } from '#kit/contract/value/closed.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { personal } from '#kit/contract/value/personal.ts'
import { line } from '#kit/contract/value/text.ts'
import { tidied } from '#kit/contract/value/tidy.ts'
import { SignInDoubt } from './doubt-domain.ts'
import { observerFlags, observerTexts } from './fields.ts'

/** Four digits on most phones; a longer one is welcome. Spaces at its ends are unintended. */
export const Pin = z
  .string()
  .overwrite((typed) => tidied(typed, 'pin').trim())
  .min(4)
  .max(50)
  .meta({ examples: ['4821'] })

/** The form of an organiser. */
export const ObserverDraft = z.object({
  ...partOf(observerTexts, 'typed'),
  pin: Pin,
  ngoId: id('ngos')
    .optional()
    .describe('The organisation; an organiser’s own when it is not said.'),
  ...partOf(observerFlags, 'typed'),
})
export type ObserverDraft = z.output<typeof ObserverDraft>

/** The fields to change; a field left out or left empty keeps its value. */
export const ObserverChange = z.object({
  observerId: id('observers'),
  ...partOf(observerTexts, 'changed'),
  pin: z.union([z.literal(''), Pin]).optional(),
  ...partOf(observerFlags, 'changed'),
  ...baseRevision,
})
export type ObserverChange = z.output<typeof ObserverChange>

/** A volunteer who watches polling stations for an organisation. */
export const Observer = z.object({
  id: id('observers'),
  ...partOf(observerTexts, 'shown'),
  e164: z
    .string()
    .nullable()
    .meta({ examples: ['+40722000001'] })
    .describe('The phone as the whole world dials it; null where it is no number.'),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
  ngoId: id('ngos'),
  ...partOf(observerFlags, 'shown'),
  deviceRegisterDate: instant.nullable(),
  lastSeen: instant.nullable().describe('When they last reported anything.'),
  numberOfNotes: z.int(),
  numberOfPollingStations: z.int(),
  lockedUntil: instant
    .nullable()
    .describe(
      'Until when wrong pins keep them from signing in, on phones that were never in before or on one of theirs; null: they are not locked.',
    ),
  cannotSignIn: z
    .array(SignInDoubt)
    .describe('Why they may be unable to sign in; empty while they are signed in.'),
  ...revisionFields,
})
export type Observer = z.output<typeof Observer>

/** Accepts one or several parameters of the same name. */
const many = <Item extends z.ZodType>(item: Item) =>
  z.union([z.array(item).max(1000), item.transform((one) => [one])])

/** Filters and order of observers. */
export const ObserverFilter = z.object({
  name: personal(
    line(200)
      .optional()
      .meta({ examples: ['ioana'] })
      .describe(
        'Words of a name, or parts of them, in any order, with or without accents, apostrophes and hyphens.',
      ),
  ),
  number: personal(
    line(50)
      .optional()
      .meta({ examples: ['0722'] })
      .describe('Part of a phone; its digits count.'),
  ),
  id: id('observers').optional(),
  ids: many(id('observers')).optional().describe('Only these: the user’s selection.'),
  sharing: flag.default(false).describe('Only those who share a phone number, listed together.'),
  cannotSignIn: flag
    .default(false)
    .describe('Only those who may not be able to sign in; `cannotSignIn` of each says why.'),
  deleted: flag.default(false).describe('Deleted observers that can be restored.'),
  sort: z
    .enum(['name', 'phone', 'ngo', 'lastSeen', 'numberOfPollingStations', 'numberOfNotes'])
    .default('name'),
  order: z
    .enum(['asc', 'desc'])
    .default('asc')
    .describe(
      'Observers never seen count as seen longest ago. Of observers with equal counts, the one seen later ranks as if they had sent more.',
    ),
})
export type ObserverFilter = z.output<typeof ObserverFilter>

export const ObserverQuery = lenientPageQuery().extend(ObserverFilter.shape)
export type ObserverQuery = z.output<typeof ObserverQuery>

/** How many observers one call may be about. */
export const mostObservers = 100_000

const Several = z.object({ ids: z.array(id('observers')).min(1).max(mostObservers) })

export const ActiveQuery = z.object({
  countyCodes: many(line(256).meta({ examples: ['CJ'] })),
  fromPollingStationNumber: whole(0, largestInteger).optional(),
  toPollingStationNumber: whole(0, largestInteger).optional(),
  currentlyCheckedIn: flag.default(false),
})
export type ActiveQuery = z.output<typeof ActiveQuery>

/** The list of observers has changed. */
export const observersChanged = live({ name: 'observers.changed', payload: z.object({}) })

const one = z.object({ id: id('observers') })

/** An import of observers in the last week, with its state. */
export const ObserverImport = UndoableImport.extend({
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
  kept: z
    .array(
      z.object({
        observerId: id('observers'),
        name: z.string().meta({ examples: ['Ioana Pop'] }),
        phone: z.string().meta({ examples: ['0722 000 001'] }),
        why: z.enum(['reported', 'signed-in', 'edited', 'phone-taken']),
      }),
    )
    .describe('The first hundred of these, and why.'),
})
export type ObserverImport = z.output<typeof ObserverImport>

/** The first system's admin application sends the whole row of its list, and whether to tell them by SMS. */
const sentBesides = [
  ...['id', 'ngo', 'sendSMS', 'isSelected', 'deviceRegisterDate'],
  ...['numberOfNotes', 'numberOfPollingStations'],
]

const importing = {
  method: 'POST',
  access: 'recruit',
  body: closed(
    ImportOptions.extend({
      ongId: id('ngos').optional(),
      ngoId: id('ngos').optional(),
      changePhones: flag
        .default(false)
        .describe(
          'A new phone with the name of exactly one observer of the organisation, whose own phone is not in the file, becomes that observer’s phone; without it, a new observer.',
        ),
    }),
  ),
  files: sheetFile,
  problems: [
    'import.refused',
    'import.undoing',
    'request.too-large',
    'request.wrong-kind',
    'thing.not-found',
  ],
} as const

export const observers = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/observer',
    access: 'read',
    summary: 'Lists the observers, a page at a time, narrowed by name, phone or ids, in any order',
    description: 'An observer with exactly the phone searched for comes first.',
    query: ObserverQuery,
    reply: page(Observer),
  }),
  ids: endpoint({
    method: 'GET',
    path: '/api/v1/observer/ids',
    access: 'read',
    summary: 'Lists the ids of all observers that the filter keeps, for selecting them all',
    description: 'The first hundred thousand of them, and how many there are.',
    query: ObserverFilter,
    reply: z.object({ ids: z.array(id('observers')), totalItems: z.int() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/observer/export',
    access: 'export',
    confirmed: true,
    summary: 'Answers with the observers that the filter keeps, as a workbook or as CSV',
    description: 'History keeps who took them, and how many.',
    query: ObserverFilter.extend(Download.shape),
    reply: downloaded,
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/v1/observer/count',
    access: 'read',
    summary: 'Counts the observers',
    reply: z.int(),
  }),
  active: endpoint({
    method: 'GET',
    path: '/api/v1/observer/active',
    access: 'read',
    summary: 'Lists the observers last seen at the given stations, or there now',
    description:
      'Observers whose most recently changed visit is in the counties and in the range of station numbers. With `currentlyCheckedIn`, observers who are there now: they are where they last arrived, by the time of their phone, until they leave or arrive elsewhere, whatever they report about other stations meanwhile.',
    query: ActiveQuery,
    reply: z.array(Observer),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/observer',
    access: 'recruit',
    summary: 'Adds an observer; answers with their id',
    body: closed(ObserverDraft, ...sentBesides),
    reply: z.int(),
    problems: ['observer.phone-taken', 'thing.not-found'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/v1/observer',
    access: 'observers',
    summary: 'Changes an observer',
    description: 'A field left out or left empty keeps its value.',
    body: closed(ObserverChange, ...sentBesides),
    reply: z.boolean().meta({ examples: [true] }),
    problems: ['observer.phone-taken', 'thing.not-found', 'thing.changed-meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/observer',
    access: 'observers',
    summary: 'Deletes an observer and ends their sessions',
    description: 'What they sent stays, and it can be undone.',
    query: one,
    reply: z.boolean().meta({ examples: [true] }),
    problems: ['thing.not-found'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/observer/:id/restore',
    access: 'observers',
    summary: 'Brings a deleted observer back',
    params: one,
    reply: z.boolean().meta({ examples: [true] }),
    problems: ['thing.not-found', 'observer.phone-taken'],
  }),
  removeSeveral: endpoint({
    method: 'POST',
    path: '/api/v1/observer/delete',
    access: 'observers',
    confirmed: true,
    summary: 'Deletes several observers; answers with the ids it deleted',
    description:
      'Skips observers who are already deleted, or hidden from the caller. To undo it, send the ids of the reply: the others were deleted by another user.',
    body: closed(Several),
    reply: z.array(id('observers')),
  }),
  restoreSeveral: endpoint({
    method: 'POST',
    path: '/api/v1/observer/restore',
    access: 'observers',
    summary: 'Brings several deleted observers back; answers with how many',
    description: 'Observers whose phone now belongs to another observer stay deleted.',
    body: closed(Several),
    reply: z.int(),
    problems: ['observer.phone-taken'],
  }),
  resetPin: endpoint({
    method: 'POST',
    path: '/api/v1/observer/reset',
    access: 'observers',
    summary: 'Sets a new pin for an observer',
    description:
      'Changes the observer with `observerId`, even if their phone has changed; without it the one with this phone. A lockout by wrong PINs ends.',
    body: closed(
      z
        .object({
          action: z.literal('reset-password'),
          observerId: id('observers').optional(),
          phoneNumber: observerTexts.phone.typed.optional(),
          pin: Pin,
          ...baseRevision,
        })
        .refine((query) => query.observerId !== undefined || query.phoneNumber !== undefined, {
          path: ['phoneNumber'],
          message: 'Must say whose',
        }),
    ),
    reply: Unlocked,
    problems: ['thing.not-found', 'observer.phone-shared', 'thing.changed-meanwhile'],
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/api/v1/observer/:id/unlock',
    access: 'observers',
    summary: 'Forgets the wrong pins that were tried for an observer, who may sign in at once',
    description: 'Their pin and their sessions stay as they are.',
    params: one,
    reply: Unlocked,
    problems: ['thing.not-found'],
  }),
  import: endpoint({
    ...importing,
    path: '/api/v1/observer/import',
    summary:
      'Imports observers from a CSV file or an Excel workbook; answers with how many were added',
    description:
      'The columns are Phone, Pin and Name, in any order. Known phones are updated. One wrong row refuses the file, unless `skipInvalid`.',
    reply: z.int(),
  }),
  checkImport: endpoint({
    ...importing,
    path: '/api/v1/observer/import/check',
    summary: 'Checks an import row by row, and stores nothing',
    description: 'Takes the body of the import, and names every wrong row.',
    reply: ImportReport,
  }),
  listImports: endpoint({
    method: 'GET',
    path: '/api/v1/observer/import',
    access: 'recruit',
    summary: 'Lists the imports of the last week, latest first, with their state',
    reply: z.array(ObserverImport),
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/api/v1/observer/import/:id/undo',
    access: 'recruit',
    confirmed: true,
    summary: 'Undoes an import of the last week: deletes added observers, restores changed ones',
    description:
      'Runs in the background, in batches; the list of imports shows its progress. Observers who have reported, have signed in with the pin of the import, or were changed since are kept unchanged and named there.',
    params: oneImport,
    reply: z.object({}),
    problems: ['thing.not-found', 'import.undone'],
  }),
  startImport: endpoint({
    ...importing,
    path: '/api/v1/observer/import/task',
    // Its result is among the account's own tasks.
    peopleOnly: true,
    summary: 'Leaves an import of observers to be done; answers with its task',
    description: 'Takes the same body as the import; the task reports the faults of the file.',
    reply: Task,
    problems: ['request.too-large', 'request.wrong-kind', 'thing.not-found'],
  }),
}
