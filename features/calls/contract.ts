import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant, moment } from '#kit/contract/value/instant.ts'
import { line } from '#kit/contract/value/text.ts'
import { outcomes } from './domain.ts'

const outcome = z.enum(outcomes)

/** The last call to an observer, as lists show it. */
export const LastCall = z.object({
  outcome,
  calledAt: instant,
  calledBy: z.string().meta({ examples: ['ana'] }),
  callBackAt: instant.nullable().describe('Set when they asked to be called back.'),
})
export type LastCall = z.output<typeof LastCall>

export const LoggedCall = LastCall.extend({
  id: id('calls'),
  note: z.string().meta({ examples: ['Vorbește cu coordonatorul.'] }),
  isOwn: z.boolean().describe('The caller of this endpoint logged it, and may undo it.'),
})
export type LoggedCall = z.output<typeof LoggedCall>

/** A call as its caller logs it. */
export const CallDraft = z
  .object({
    observerId: id('observers'),
    outcome: outcome.meta({ examples: ['call-back'] }),
    callBackAt: moment.nullish().describe('With the outcome `call-back`, and with no other.'),
    note: line(300)
      .default('')
      .meta({ examples: ['Vorbește cu coordonatorul.'] }),
  })
  .refine((draft) => (draft.outcome === 'call-back') === Boolean(draft.callBackAt), {
    path: ['callBackAt'],
    message: 'Is needed with call-back, and with no other outcome',
  })
export type CallDraft = z.output<typeof CallDraft>

/** A call was logged or undone. */
export const callsChanged = live({ name: 'calls.changed', payload: z.object({}) })

export const calls = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/observer/:observerId/call',
    access: 'read',
    summary: 'Lists the calls to an observer, the newest first, twenty at most',
    params: z.object({ observerId: id('observers') }),
    reply: z.array(LoggedCall),
    problems: ['thing.not-found'],
  }),
  log: endpoint({
    method: 'POST',
    path: '/api/v1/call',
    access: 'message',
    summary: 'Logs a call to an observer; answers with its id',
    body: CallDraft,
    reply: id('calls'),
    problems: ['thing.not-found'],
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/api/v1/call/:id',
    access: 'message',
    summary: 'Takes out a call that the caller logged',
    params: z.object({ id: id('calls') }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
