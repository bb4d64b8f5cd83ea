import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { id } from '#kit/contract/value/id.ts'
import { filledLine, line } from '#kit/contract/value/text.ts'

/** The pages of lists that can be kept. */
export const lists = [
  '/answers',
  '/stations/differences',
  '/unmatched',
  '/deployment',
  '/deployment/areas',
  '/deployment/plan',
  '/observatori',
  '/polling-stations',
  '/incidents',
  '/history',
] as const

/** Who sees a view, its author included. */
export const sharings = ['own', 'organisation', 'everybody'] as const
export type Sharing = (typeof sharings)[number]

export const ViewDraft = z.object({
  name: filledLine(80).meta({ examples: ['Semnalate în Cluj, fără responsabil'] }),
  list: z.enum(lists),
  search: line(2000)
    .describe('The filters and the order of the list: its address behind the question mark.')
    .meta({ examples: ['urgente=true&county=CJ'] }),
  sharing: z.enum(sharings),
})
export type ViewDraft = z.output<typeof ViewDraft>

/** A list that was kept under a name. */
export const View = ViewDraft.extend({
  id: id('views'),
  author: z.string().meta({ examples: ['ana'] }),
  isOwn: z.boolean(),
  mayDelete: z
    .boolean()
    .describe('The caller kept it, or sees all counties and it is shared by their organisation.'),
})
export type View = z.output<typeof View>

/** A view was kept, deleted or restored. */
export const viewsChanged = live({ name: 'views.changed', payload: z.object({}) })

const params = z.object({ id: id('views') })

export const views = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/views',
    access: 'read',
    peopleOnly: true,
    summary: 'Lists the views that the caller kept or that others share with them, by name',
    reply: z.array(View),
  }),
  keep: endpoint({
    method: 'POST',
    path: '/api/v1/views',
    access: 'review',
    peopleOnly: true,
    summary: 'Keeps a list under a name; answers with its id',
    description: 'Accounts that see all organisations may share it with everybody.',
    body: ViewDraft,
    reply: id('views'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/views/:id',
    access: 'review',
    peopleOnly: true,
    summary:
      'Deletes a view that the caller kept; accounts that see all counties also those that their organisation shares',
    params,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/views/:id/restore',
    access: 'review',
    peopleOnly: true,
    summary: 'Restores a deleted view',
    params,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
