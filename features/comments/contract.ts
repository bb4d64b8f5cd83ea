import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { filledLine, text } from '#kit/contract/value/text.ts'

/** An incident, an observer, a station, or the last two: the report of this observer from this station. */
export const Subject = z.object({
  observerId: id('observers').optional(),
  pollingStationId: id('pollingStations').optional(),
  incidentId: id('incidents').optional().describe('Alone, or not at all.'),
})
export type Subject = z.output<typeof Subject>

export const Comment = z.object({
  id: id('comments'),
  text: z.string().meta({ examples: ['Sunat: urna a fost sigilată la 6:50.'] }),
  author: z.string().meta({ examples: ['ana'] }),
  writtenAt: instant,
  isOwn: z.boolean().describe('The caller wrote it, and may delete it.'),
  mentions: z
    .array(z.string())
    .meta({ examples: [['bogdan']] })
    .describe('The accounts that the text mentions, as `@bogdan`.'),
})
export type Comment = z.output<typeof Comment>

export const CommentDraft = Subject.extend({
  text: text(2000)
    .trim()
    .refine((typed) => filledLine(2000).safeParse(typed).success, 'Must not be empty')
    .meta({ examples: ['Sunat: urna a fost sigilată la 6:50.'] }),
})
export type CommentDraft = z.output<typeof CommentDraft>

/** A comment was written, deleted or restored. */
export const commentsChanged = live({ name: 'comments.changed', payload: z.object({}) })

const params = z.object({ id: id('comments') })

export const comments = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/comments',
    access: 'read',
    summary:
      'Lists the comments on an observer, a station, a report or an incident, the oldest first',
    description: 'The newest 200. Those on a station are seen by the organisation that wrote them.',
    query: Subject,
    reply: z.array(Comment),
    problems: ['thing.not-found'],
  }),
  listMentionable: endpoint({
    method: 'GET',
    path: '/api/v1/comments/mentionable',
    access: 'review',
    summary: 'Lists the accounts that a comment on a subject can mention, by name',
    description:
      'Other accounts of the caller’s organisation, the organiser’s of all, if they see the subject. Those limited to other counties than the caller are left out.',
    query: Subject,
    reply: z.object({ accounts: z.array(z.string()).meta({ examples: [['bogdan']] }) }),
    problems: ['thing.not-found'],
  }),
  write: endpoint({
    method: 'POST',
    path: '/api/v1/comments',
    access: 'review',
    summary: 'Writes a comment; answers with its id',
    description: 'An `@` before the name of an account that sees the subject mentions it.',
    body: CommentDraft,
    reply: id('comments'),
    problems: ['thing.not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/comments/:id',
    access: 'review',
    summary: 'Deletes a comment that the caller wrote',
    params,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/comments/:id/restore',
    access: 'review',
    summary: 'Restores a comment that the caller deleted',
    params,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
