import * as z from 'zod'
import type { Database } from '#database/open.ts'
import { type EmailText, recordEmail, sendEmail } from '#features/factors/server/emails.ts'
import { id } from '#kit/contract/value/id.ts'
import { job, type Worker, worker } from '#kit/server/jobs/jobs.ts'
import type { Mailer } from '#kit/server/mail/mail.ts'
import { letters } from '../copy.ts'
import { forgetDeleted } from './trash-queries.ts'

const payload = z.object({
  electionId: id('elections'),
  staffId: id('staff'),
  what: z.enum(['added', 'password-set']),
  /** The author of the change. */
  by: z.string(),
})
type AccountEmailPayload = z.output<typeof payload>

/** The mail server could not accept it on any try. */
const giveUp = job({ name: 'accounts.give-up', payload, tries: 6 })

/** Emails the owner about changes by others to their account; never contains its password. */
export const notify = job({ name: 'accounts.notify', payload, tries: 6, otherwise: giveUp })

/** Removes deleted accounts once they can no longer be restored. */
export const forgetAccounts = job({ name: 'accounts.forget', payload: z.object({}), tries: 6 })

const sentences: Readonly<Record<AccountEmailPayload['what'], EmailText>> = {
  added: { subject: letters.addedSubject, text: letters.added },
  'password-set': { subject: letters.passwordSubject, text: letters.password },
}

type AccountJobDependencies = {
  readonly database: Database
  readonly mail: Mailer
  readonly publicUrl: string
}

export const accountWorkers = (dependencies: AccountJobDependencies): readonly Worker[] => [
  worker(notify, (run) =>
    sendEmail(dependencies, run, sentences[run.payload.what], dependencies.publicUrl),
  ),
  worker(forgetAccounts, ({ now }) => dependencies.database.write((tx) => forgetDeleted(tx, now))),
  worker(giveUp, (run) => recordEmail(dependencies, run, 'unreachable')),
]
