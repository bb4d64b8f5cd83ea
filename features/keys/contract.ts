import * as z from 'zod'
import { AccountAccess } from '#features/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { closed } from '#kit/contract/value/closed.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { mostDays } from './domain.ts'

export const AccessKeyDraft = AccountAccess.extend({
  name: filledLine(80)
    .meta({ examples: ['Harta publică'] })
    .describe('Of the program. History names it, with the account that made the key.'),
  ngoId: id('ngos').optional().describe('The organisation; by default the caller’s own.'),
  countyCodes: AccountAccess.shape.countyCodes.default(null),
  isReadOnly: flag.default(true).describe('Whether the key reads and changes nothing.'),
  days: whole(1, mostDays)
    .meta({ examples: [90] })
    .describe('How long the key works.'),
})
export type AccessKeyDraft = z.output<typeof AccessKeyDraft>

/** A key by which a program calls; the key itself is not stored. */
export const AccessKey = AccessKeyDraft.omit({ days: true }).extend({
  id: id('accessKeys'),
  ngoId: id('ngos'),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
  madeBy: z
    .string()
    .nullable()
    .meta({ examples: ['ana'] })
    .describe('The account that made it; null: it was deleted.'),
  madeAt: instant,
  expiresAt: instant,
  usedAt: instant.nullable().describe('When it was last used, to a minute; null: never.'),
  usedFrom: z
    .string()
    .nullable()
    .meta({ examples: ['203.0.113.7'] })
    .describe('The network of that call.'),
  state: z
    .enum(['working', 'expired', 'revoked', 'stopped'])
    .describe('Stopped: the account that made it was deleted, or an organisation is inactive.'),
})
export type AccessKey = z.output<typeof AccessKey>

/** A key was made or revoked. */
export const keysChanged = live({ name: 'keys.changed', payload: z.object({}) })

export const keys = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/keys',
    access: 'accounts',
    summary: 'Lists the access keys of programs, with when each was last used',
    description:
      'An organiser sees all of them, an administrator those of the own organisation. Keys that ended more than 90 days ago are left out.',
    reply: z.array(AccessKey),
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/v1/keys',
    access: 'accounts',
    confirmed: true,
    summary: 'Makes an access key for a program; only this reply contains it',
    description:
      'Sent as `Authorization: Bearer veghe_…`. It never has more rights than the account that made it has at that moment. Calls that answer `key.refused` are for people only: signing in, accounts, keys, own settings, the event stream, and what needs a fresh proof of identity.',
    body: closed(AccessKeyDraft),
    reply: z.object({
      id: id('accessKeys'),
      key: z.string().meta({ examples: ['veghe_9c1f…'] }),
    }),
    problems: ['account.role-not-given', 'account.no-such-county', 'thing.not-found'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/v1/keys/:id',
    access: 'accounts',
    summary: 'Revokes an access key at once, on every process',
    params: z.object({ id: id('accessKeys') }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
