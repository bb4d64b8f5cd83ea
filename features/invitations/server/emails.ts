import * as z from 'zod'
import { id } from '#kit/contract/value/id.ts'
import { job } from '#kit/server/jobs/jobs.ts'

export const invitationEmailPayload = z.object({
  electionId: id('elections').nullable(),
  staffId: id('staff'),
  what: z.enum(['invited', 'forgotten']),
  /** The inviting user; empty if the owner asked for it. */
  by: z.string(),
  /** The link, sealed: reading the job queue must not be enough to use it. */
  sealedLink: z.string(),
})
export type InvitationEmail = z.output<typeof invitationEmailPayload>

/** The mail server could not accept it on any try. */
export const letterGivenUp = job({
  name: 'invitations.give-up',
  payload: invitationEmailPayload,
  tries: 6,
})

/** Emails the link for choosing a password. */
export const invitationEmailJob = job({
  name: 'invitations.letter',
  payload: invitationEmailPayload,
  tries: 6,
  otherwise: letterGivenUp,
})
