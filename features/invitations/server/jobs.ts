import type { Database } from '#database/open.ts'
import { findAddress } from '#features/factors/server/queries.ts'
import { type Copy, languages, speak } from '#kit/contract/copy.ts'
import { record } from '#kit/server/history.ts'
import { job, type Run, type Worker, worker } from '#kit/server/jobs.ts'
import type { Mail } from '#kit/server/mail.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import { letters } from '../copy.ts'
import { type Letter, letter, letterPayload } from './letters.ts'

/** The mail server could not take it, each time we tried. */
const giveUp = job({ name: 'invitations.give-up', payload: letterPayload, tries: 6 })

const sentences: Readonly<Record<Letter['what'], { subject: Copy; text: Copy }>> = {
  invited: { subject: letters.invitedSubject, text: letters.invited },
  forgotten: { subject: letters.forgottenSubject, text: letters.forgotten },
}

type Outside = {
  readonly database: Database
  readonly mail: Mail
  readonly secrets: Secrets
}

export const invitationWorkers = (outside: Outside): readonly Worker[] => [
  worker(letter, async (run) => {
    const { what, by, staffId, sealedLink } = run.payload
    const found = await findAddress(outside.database.primary, staffId)
    const link = outside.secrets.unseal(Buffer.from(sealedLink, 'base64url'))
    if (!found || link === undefined) return
    const { subject, text } = sentences[what]
    const said = (sentence: Copy, between: string) =>
      // Nobody knows yet which of the languages they read.
      languages.map((one) => speak(sentence, one, { by, account: found.account })).join(between)
    const result = await outside.mail.send({
      to: found.email,
      subject: said(subject, ' / '),
      text: [said(text, '\n\n'), link].join('\n\n'),
    })
    await tell(outside, run, result)
  }),
  worker(giveUp, (run) => tell(outside, run, 'unreachable')),
]

/** History says whether it was sent; a letter is never lost without a word. */
const tell = (
  { database }: Outside,
  { payload: { electionId, staffId, what }, now }: Run<typeof letterPayload>,
  result: Awaited<ReturnType<Mail['send']>> | 'unreachable',
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
