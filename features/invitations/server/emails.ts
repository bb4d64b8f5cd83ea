import * as z from 'zod'
import { id } from '#kit/contract/value/id.ts'
import { job } from '#kit/server/jobs/jobs.ts'

export const invitationEmailPayload = z.object({
  electionId: id('elections').nullable(),
  staffId: id('staff'),
  what: z.enum(['invited', 'forgotten']),
  /** Who invites; empty where somebody asked for it themselves. */
  by: z.string(),
  /** The link, sealed: whoever reads what is left to be done must not get in by it. */
  sealedLink: z.string(),
})
export type InvitationEmail = z.output<typeof invitationEmailPayload>

/** The mail server could not take it, each time we tried. */
export const letterGivenUp = job({
  name: 'invitations.give-up',
  payload: invitationEmailPayload,
  tries: 6,
})

/** Mails somebody the link by which they choose their password. */
export const invitationEmailJob = job({
  name: 'invitations.letter',
  payload: invitationEmailPayload,
  tries: 6,
  otherwise: letterGivenUp,
})
