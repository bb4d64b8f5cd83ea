import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { whole } from './value/id.ts'

/** Something that happened and that open screens need to know. Named in the past tense. */
export type LiveEvent = { readonly name: string; readonly payload: z.ZodObject }

export const live = <const E extends LiveEvent>(it: E): E => it

/** Events may have been missed: all visible data should be refetched. */
export const eventsMissed = live({ name: 'live.missed', payload: z.object({}) })

export const liveStream = endpoint({
  method: 'GET',
  path: '/api/live',
  access: 'read',
  summary: 'Announces what changes, as server-sent events',
  description:
    'Only what concerns the caller. An announcement is a hint to read again: it names what happened and carries ids, never content. Its `id` is the moment at which it was told, in milliseconds since 1970 by the server’s clock. After `live.missed` everything on screen should be read again.',
  query: z.object({
    since: whole(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ examples: [1_764_000_000_000] })
      .describe(
        'The last `id` heard, or when the first of what is on screen was asked for: what was announced since then comes first, or `live.missed` where that is not known any more.',
      ),
  }),
  reply: { streams: 'events', mediaType: 'text/event-stream' },
})
