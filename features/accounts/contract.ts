import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { flag } from '#kit/contract/flag.ts'
import { id } from '#kit/contract/id.ts'
import { live } from '#kit/contract/live.ts'
import { filledLine, text } from '#kit/contract/text.ts'

/** An organisation that observes. The organiser's own is the one that sees everything. */
export const NgoDraft = z.object({
  name: filledLine(200).meta({ examples: ['Vot Curat'] }),
  shortName: filledLine(10).meta({ examples: ['VC'] }),
  isActive: flag
    .default(true)
    .describe('An inactive organisation’s staff cannot sign in, and its figures do not count.'),
})
export type NgoDraft = z.output<typeof NgoDraft>

export const Ngo = NgoDraft.extend({
  id: id('ngos'),
  isOrganiser: z.boolean(),
  observers: z.int(),
  accounts: z.int(),
})
export type Ngo = z.output<typeof Ngo>

/** Long rather than clever; spaces in it count. */
export const Password = text(200)
  .min(10)
  .meta({ examples: ['o parolă lungă'] })

const email = z
  .email()
  .max(254)
  .meta({ examples: ['calin@votcurat.example'] })

export const AccountDraft = z.object({
  account: filledLine(200).meta({ examples: ['calin'] }),
  password: Password,
  ngoId: id('ngos').optional().describe('The organisation; the caller’s own when it is not said.'),
  /** Where they are told of the account, and when somebody else sets its password. */
  email: email.optional(),
})
export type AccountDraft = z.output<typeof AccountDraft>

/** Somebody who signs in to the screens. */
export const Account = z.object({
  id: id('staff'),
  account: z.string().meta({ examples: ['calin'] }),
  email: z.string().nullable(),
  role: z.enum(['organiser', 'ngo-administrator']),
  ngoId: id('ngos'),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
})
export type Account = z.output<typeof Account>

/** Organisations or accounts have changed. */
export const accountsChanged = live({ name: 'accounts.changed', payload: z.object({}) })

const ngo = z.object({ id: id('ngos') })
const account = z.object({ id: id('staff') })

export const accounts = {
  listNgos: endpoint({
    method: 'GET',
    path: '/api/v1/ngo',
    access: 'staff',
    summary: 'Lists the organisations that observe, with how many observers and accounts each has',
    description: 'An organiser sees all of them, an administrator the own one.',
    reply: z.array(Ngo),
  }),
  addNgo: endpoint({
    method: 'POST',
    path: '/api/v1/ngo',
    access: 'organiser',
    summary: 'Adds an organisation; answers with its id',
    body: NgoDraft,
    reply: z.int(),
  }),
  editNgo: endpoint({
    method: 'PUT',
    path: '/api/v1/ngo/:id',
    access: 'organiser',
    summary: 'Changes an organisation, or switches it off',
    params: ngo,
    body: NgoDraft,
    reply: z.object({}),
    problems: ['thing.not-found', 'account.last-organiser'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/staff',
    access: 'staff',
    summary: 'Lists the accounts of those who sign in to the screens',
    reply: z.array(Account),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/staff',
    access: 'staff',
    summary: 'Adds an account; answers with its id',
    body: AccountDraft,
    reply: z.int(),
    problems: ['account.taken', 'thing.not-found'],
  }),
  setEmail: endpoint({
    method: 'PUT',
    path: '/api/v1/staff/:id/email',
    access: 'staff',
    summary: 'Changes where somebody is told of their account, or that they are told nothing',
    params: account,
    body: z.object({ email: email.nullable() }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/api/v1/staff/:id/password',
    access: 'staff',
    summary: 'Sets a new password for an account',
    description:
      'Every session that began with the old one ends. Its owner is told by mail, unless they did it.',
    params: account,
    body: z.object({ password: Password }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/staff/:id',
    access: 'staff',
    summary: 'Deletes an account and ends its sessions',
    params: account,
    reply: z.object({}),
    problems: ['thing.not-found', 'account.last-organiser'],
  }),
  changeOwnPassword: endpoint({
    method: 'POST',
    path: '/api/v1/access/password',
    access: 'staff',
    summary: 'Changes one’s own password',
    description: 'Other sessions of the account end, this one stays.',
    body: z.object({
      current: text(200).meta({ examples: ['parola de acum'] }),
      password: Password,
    }),
    reply: z.object({}),
    problems: ['session.refused'],
  }),
}
