import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import { type Copy, languages, speak } from '#kit/contract/copy.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import { record } from '#kit/server/history/history.ts'
import { enqueue, job } from '#kit/server/jobs/jobs.ts'
import type { Mailer } from '#kit/server/mail/mail.ts'
import { findAddress } from './queries.ts'

export const factorEmailPayload = z.object({
  electionId: id('elections').nullable(),
  staffId: id('staff'),
  what: z.enum(['taken-away', 'locked']),
  /** The author, or the address of the attempt. */
  by: z.string(),
})
export type FactorEmail = z.output<typeof factorEmailPayload>

/** The mail server could not accept it on any try. */
export const letterGivenUp = job({ name: 'factors.give-up', payload: factorEmailPayload, tries: 6 })

/** Emails an account's owner about a change of its security. */
export const factorEmailJob = job({
  name: 'factors.letter',
  payload: factorEmailPayload,
  tries: 6,
  otherwise: letterGivenUp,
})

/** Enqueues an email, sent once this commits. */
export const enqueueFactorEmail = (tx: Tx, email: FactorEmail): Promise<void> =>
  enqueue(tx, factorEmailJob, email)

type MailContext = { readonly database: Database; readonly mail: Mailer }

/** A run of a job that emails an account's owner. */
type EmailRun = {
  readonly payload: {
    readonly electionId: Id<'elections'> | null
    readonly staffId: Id<'staff'>
    readonly what: string
    readonly by: string
  }
  readonly now: Date
}

/** An email's wording. */
export type EmailText = { readonly subject: Copy; readonly text: Copy }

/**
 * Emails an account's owner, if they have an address, and records the result.
 * @param link where they can act on it; empty when we do not know our own address.
 */
export async function sendEmail(
  post: MailContext,
  run: EmailRun,
  { subject, text }: EmailText,
  link: string,
): Promise<void> {
  const { staffId, by } = run.payload
  const found = await findAddress(post.database.primary, staffId)
  if (!found) return
  const inBoth = (sentence: Copy, between: string) =>
    // We do not know yet which of the languages they read.
    languages.map((one) => speak(sentence, one, { by, account: found.account })).join(between)
  const result = await post.mail.send({
    to: found.email,
    subject: inBoth(subject, ' / '),
    text: [inBoth(text, '\n\n'), link].join('\n\n').trim(),
  })
  await recordEmail(post, run, result)
}

/** History records whether the owner was told; an email is never lost silently. */
export const recordEmail = (
  { database }: MailContext,
  { payload: { electionId, staffId, what }, now }: EmailRun,
  result: Awaited<ReturnType<Mailer['send']>> | 'unreachable',
): Promise<void> =>
  database.write((tx) =>
    record(tx, {
      electionId,
      at: now,
      actor: { role: 'server', id: null, name: 'Veghe' },
      act: result === 'sent' ? 'accounts.owner-told' : 'accounts.owner-not-told',
      subject: 'accounts',
      subjectId: staffId,
      after: result === 'sent' ? { what } : { what, why: result },
    }),
  )
