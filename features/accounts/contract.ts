import * as z from 'zod'
import { Password, Unlocked } from '#features/session/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { baseRevision, revisionFields } from '#kit/contract/revision.ts'
import { Role } from '#kit/contract/roles.ts'
import { closed } from '#kit/contract/value/closed.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { filledLine, text } from '#kit/contract/value/text.ts'

/** An organisation. The organiser sees the data of all of them. */
export const NgoDraft = z.object({
  name: filledLine(200).meta({ examples: ['Vot Curat'] }),
  shortName: filledLine(10).meta({ examples: ['VC'] }),
  isActive: flag
    .default(true)
    .describe('An inactive organisation’s staff cannot sign in, and its figures do not count.'),
})
export type NgoDraft = z.output<typeof NgoDraft>

/** A change of an organisation; fields left out stay. */
export const NgoChange = NgoDraft.extend({ isActive: flag, ...baseRevision }).partial()
export type NgoChange = z.output<typeof NgoChange>

export const Ngo = NgoDraft.extend({
  id: id('ngos'),
  isOrganiser: z.boolean(),
  observers: z.int(),
  accounts: z.int(),
  ...revisionFields,
})
export type Ngo = z.output<typeof Ngo>

const email = z
  .email()
  .max(254)
  .meta({ examples: ['calin@votcurat.example'] })

/** The codes of the counties an account is limited to; null: no limit. */
const CountyCodes = z
  .array(filledLine(256).meta({ examples: ['CJ'] }))
  .min(1)
  .max(1000)
  .nullable()

/** The role of an account, and the counties it is limited to. */
export const AccountAccess = z.object({
  role: Role,
  countyCodes: CountyCodes.describe(
    'The counties they are limited to, by code, of the current election; null: not limited. A county that is called otherwise takes its limits along. Codes that another election does not have show nothing of it.',
  ),
})
export type AccountAccess = z.output<typeof AccountAccess>

export const AccountDraft = z.object({
  account: filledLine(200).meta({ examples: ['calin'] }),
  password: Password.optional().describe('Without one its owner chooses it, by an invitation.'),
  ngoId: id('ngos').optional().describe('The organisation; by default the caller’s own.'),
  /** For notices about the account, also when another user sets its password. */
  email: email.optional(),
  role: Role.optional().describe(
    'Default: the highest role the caller may give in that organisation.',
  ),
  countyCodes: CountyCodes.default(null),
})
export type AccountDraft = z.output<typeof AccountDraft>

/** A user of the screens. */
export const Account = z.object({
  id: id('staff'),
  account: z.string().meta({ examples: ['calin'] }),
  email: z.string().nullable(),
  role: Role,
  countyCodes: CountyCodes,
  ngoId: id('ngos'),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
  hasFactors: z.boolean().describe('Whether they have an authenticator app or passkeys.'),
  lockedUntil: instant
    .nullable()
    .describe(
      'Until when wrong passwords keep them out, in browsers that were never in before or in one of theirs; null: they are not locked.',
    ),
  mayChange: z
    .boolean()
    .describe('Whether the caller may change it: only organisers change organisers’ accounts.'),
  ...revisionFields,
})
export type Account = z.output<typeof Account>

/** A deleted account that can still be restored. */
export const DeletedAccount = Account.pick({
  id: true,
  account: true,
  role: true,
  countyCodes: true,
  ngo: true,
}).extend({
  deletedAt: instant,
  until: instant.describe('Until when it can be brought back; then it is erased.'),
})
export type DeletedAccount = z.output<typeof DeletedAccount>

/** Organisations or accounts have changed. */
export const accountsChanged = live({ name: 'accounts.changed', payload: z.object({}) })

const ngo = z.object({ id: id('ngos') })
const account = z.object({ id: id('staff') })

export const accounts = {
  listNgos: endpoint({
    method: 'GET',
    path: '/api/v1/ngo',
    access: 'accounts',
    summary: 'Lists the organisations that observe, with how many observers and accounts each has',
    description: 'An organiser sees all of them, an administrator the own one.',
    reply: z.array(Ngo),
  }),
  ngoName: endpoint({
    method: 'GET',
    path: '/api/v1/ngo/:id',
    access: 'read',
    summary: 'Answers with the name of an organisation whose reports the caller sees',
    params: z.object({ id: id('ngos') }),
    reply: Ngo.pick({ name: true }),
    problems: ['thing.not-found'],
  }),
  addNgo: endpoint({
    method: 'POST',
    path: '/api/v1/ngo',
    access: 'set-up',
    peopleOnly: true,
    summary: 'Adds an organisation; answers with its id',
    body: closed(NgoDraft),
    reply: z.int(),
  }),
  editNgo: endpoint({
    method: 'PUT',
    path: '/api/v1/ngo/:id',
    access: 'set-up',
    peopleOnly: true,
    summary: 'Changes an organisation, or switches it off',
    description: 'What is left out stays.',
    params: ngo,
    body: closed(NgoChange),
    reply: Ngo.pick({ revision: true }),
    problems: ['thing.not-found', 'thing.changed-meanwhile', 'account.last-organiser'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/staff',
    access: 'accounts',
    summary: 'Lists the accounts of staff',
    description: 'An organiser sees everybody’s, an administrator those of the own organisation.',
    reply: z.array(Account),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/staff',
    access: 'accounts',
    confirmed: true,
    summary: 'Adds an account; answers with its id',
    body: closed(AccountDraft),
    reply: z.int(),
    description:
      'A password that is said here is for the first sign-in, within three days: its owner then chooses their own.',
    problems: [
      'account.taken',
      'account.password-easy',
      'account.role-not-given',
      'account.no-such-county',
      'thing.not-found',
    ],
  }),
  setRole: endpoint({
    method: 'PUT',
    path: '/api/v1/staff/:id/role',
    access: 'accounts',
    changing: 'caller',
    confirmed: true,
    summary: 'Changes the role of an account and its counties',
    description:
      'It counts at once, also where they are signed in; what is left out stays. Only organisers make organisers, and only in the organiser’s own organisation.',
    params: account,
    body: closed(AccountAccess.extend(baseRevision).partial()),
    reply: z.object({}),
    problems: [
      'thing.not-found',
      'thing.changed-meanwhile',
      'account.role-not-given',
      'account.no-such-county',
      'account.last-organiser',
    ],
  }),
  setEmail: endpoint({
    method: 'PUT',
    path: '/api/v1/staff/:id/email',
    access: 'accounts',
    confirmed: true,
    summary: 'Sets or removes the email address for notices about an account',
    description: 'Links to choose a password expire, because they are in the old mailbox.',
    params: account,
    body: closed(z.object({ email: email.nullable(), ...baseRevision })),
    reply: z.object({}),
    problems: ['thing.not-found', 'thing.changed-meanwhile'],
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/api/v1/staff/:id/password',
    access: 'accounts',
    changing: 'caller',
    confirmed: true,
    summary: 'Sets a new password for an account',
    description:
      'Every session that began with the old one ends, and so does every link to choose another; a lockout ends. It is for one sign-in, within three days: its owner then chooses their own. They are told by mail, unless they did it themselves.',
    params: account,
    body: closed(z.object({ password: Password, ...baseRevision })),
    reply: Unlocked,
    problems: ['thing.not-found', 'account.password-easy', 'thing.changed-meanwhile'],
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/api/v1/staff/:id/unlock',
    access: 'accounts',
    summary:
      'Forgets the wrong passwords that were tried for an account, whose owner may sign in at once',
    description: 'The password and the sessions stay as they are.',
    params: account,
    reply: Unlocked,
    problems: ['thing.not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/staff/:id',
    access: 'accounts',
    changing: 'caller',
    confirmed: true,
    summary: 'Deletes an account and ends its sessions; it can be brought back for a day',
    description:
      'While an import or export of theirs is under way it is refused, unless the caller says that these shall end.',
    params: account,
    query: z.object({
      endTasks: flag.default(false).describe('Cancels their unfinished imports and exports.'),
    }),
    reply: z.object({}),
    problems: ['thing.not-found', 'account.last-organiser', 'account.has-tasks'],
  }),
  listDeleted: endpoint({
    method: 'GET',
    path: '/api/v1/staff/deleted',
    access: 'accounts',
    summary: 'Lists the accounts that were deleted within a day, which the caller may bring back',
    reply: z.array(DeletedAccount),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/staff/:id/restore',
    access: 'accounts',
    confirmed: true,
    summary: 'Brings an account back that was deleted within a day',
    description:
      'With the password, second factors, role, limits and organisation that it had. Its sessions stay ended, and links by which its password could be chosen.',
    params: account,
    reply: z.object({}),
    problems: ['thing.not-found', 'account.taken'],
  }),
  changeOwnPassword: endpoint({
    method: 'POST',
    path: '/api/v1/access/password',
    access: 'staff',
    summary: 'Changes the caller’s password',
    description:
      'Other sessions of the account end, this one stays. Every link by which another password could be chosen ends.',
    body: z.object({
      current: text(200).meta({ examples: ['parola de acum'] }),
      password: Password,
    }),
    reply: z.object({}),
    problems: ['session.refused', 'account.password-easy', 'request.too-many'],
  }),
  choosePassword: endpoint({
    method: 'POST',
    path: '/api/v1/access/password/first',
    access: 'staff',
    confirmed: true,
    allowedWithDuty: ['choose-password'],
    summary: 'Replaces a password that another user set by the caller’s own',
    description:
      'Without the current one, which opened this session. Other sessions of the account end.',
    body: z.object({ password: Password }),
    reply: z.object({}),
    problems: ['thing.not-found', 'account.password-easy'],
  }),
}
