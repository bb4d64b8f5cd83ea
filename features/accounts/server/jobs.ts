import * as z from 'zod'
import type { Database } from '#database/open.ts'
import { type Copy, languages, speak } from '#kit/contract/copy.ts'
import { id } from '#kit/contract/id.ts'
import { record } from '#kit/server/history.ts'
import { job, type Run, type Worker, worker } from '#kit/server/jobs.ts'
import type { Mail } from '#kit/server/mail.ts'
import { letters } from '../copy.ts'
import { findAddress } from './queries.ts'

const payload = z.object({
  electionId: id('elections'),
  staffId: id('staff'),
  what: z.enum(['added', 'password-set']),
  /** Who did it. */
  by: z.string(),
})
type Payload = z.output<typeof payload>

/** Tells somebody by mail what another did with their account; never its password. */
export const notify = job({ name: 'accounts.notify', payload, tries: 6 })

/** The mail server could not take it, each time we tried. */
const giveUp = job({ name: 'accounts.give-up', payload, tries: 6 })

const sentences: Readonly<Record<Payload['what'], { subject: Copy; text: Copy }>> = {
  added: { subject: letters.addedSubject, text: letters.added },
  'password-set': { subject: letters.passwordSubject, text: letters.password },
}

type Outside = {
  readonly database: Database
  readonly mail: Mail
  readonly publicUrl: string
}

export const accountWorkers = (outside: Outside): readonly Worker[] => [
  worker(notify, async (run) => {
    const { what, by, staffId } = run.payload
    const found = await findAddress(outside.database.primary, staffId)
    if (!found) return
    const { subject, text } = sentences[what]
    const said = (sentence: Copy, between: string) =>
      // Nobody knows yet which of the languages they read.
      languages.map((one) => speak(sentence, one, { by, account: found.account })).join(between)
    const result = await outside.mail.send({
      to: found.email,
      subject: said(subject, ' / '),
      text: [said(text, '\n\n'), outside.publicUrl].join('\n\n').trim(),
    })
    await tell(outside, run, result)
  }),
  worker(giveUp, (run) => tell(outside, run, 'unreachable')),
]

/** History says whether they were told; a letter is never lost without a word. */
const tell = (
  { database }: Outside,
  { payload: { electionId, staffId, what }, now }: Run<typeof payload>,
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
