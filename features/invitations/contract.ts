import * as z from 'zod'
import { Password } from '#features/session/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { closed } from '#kit/contract/value/closed.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { line } from '#kit/contract/value/text.ts'

/** A single-use link for choosing the password of an account. */
export const Invitation = z.object({
  link: z
    .string()
    .meta({ examples: ['https://veghe.example/invitation#account=calin&token=kq3Vb0t7'] })
    .describe('Shown this once. Its secret is behind the #, which browsers send to no server.'),
  expiresAt: instant,
  isMailed: z.boolean().describe('Whether it is also on its way to the address of the account.'),
})
export type Invitation = z.output<typeof Invitation>

/** The token in a link. */
export const LinkToken = z
  .string()
  .regex(/^[\w-]{43}$/)
  .meta({ examples: ['kq3Vb0t7Zr1mYc8uJd4sXe6wLh2nGf9oTa5iPqRvBxE'] })

export const invitations = {
  invite: endpoint({
    method: 'POST',
    path: '/api/v1/staff/:id/invitation',
    access: 'accounts',
    confirmed: true,
    summary: 'Makes a link for choosing the password of an account',
    description:
      'It holds for three days and opens once; an earlier one opens no more. It is mailed where there is an address.',
    params: z.object({ id: id('staff') }),
    reply: Invitation,
    problems: ['thing.not-found'],
  }),
  forgot: endpoint({
    method: 'POST',
    path: '/api/v1/access/forgotten',
    access: 'anyone',
    summary: 'Mails a link for choosing a forgotten password, where the account has an address',
    description: 'Answers the same whether or not there is such an account. It holds for an hour.',
    body: z.object({
      account: line(200)
        .min(1)
        .meta({ examples: ['calin'] }),
    }),
    reply: z.object({}),
    problems: ['request.too-many'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/v1/access/invitation',
    access: 'anyone',
    summary: 'Sets the password of the account that a link was made for',
    description:
      'Every session of the account ends. Signing in may still need a code: a link replaces only the password.',
    body: closed(z.object({ token: LinkToken, password: Password })),
    reply: z.object({ account: z.string().meta({ examples: ['calin'] }) }),
    problems: ['invitation.expired', 'account.password-easy'],
  }),
}
