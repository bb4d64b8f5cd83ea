import type { Database } from '#database/open.ts'
import { type Worker, worker } from '#kit/server/jobs/jobs.ts'
import type { Mailer } from '#kit/server/mail/mail.ts'
import { letters } from '../copy.ts'
import {
  type EmailText,
  type FactorEmail,
  factorEmailJob,
  letterGivenUp,
  recordEmail,
  sendEmail,
} from './emails.ts'

const sentences: Readonly<Record<FactorEmail['what'], EmailText>> = {
  'taken-away': { subject: letters.takenAwaySubject, text: letters.takenAway },
  locked: { subject: letters.lockedSubject, text: letters.locked },
}

type FactorJobDependencies = {
  readonly database: Database
  readonly mail: Mailer
  readonly publicUrl: string
}

export const factorWorkers = (dependencies: FactorJobDependencies): readonly Worker[] => [
  worker(factorEmailJob, (run) =>
    sendEmail(dependencies, run, sentences[run.payload.what], dependencies.publicUrl),
  ),
  worker(letterGivenUp, (run) => recordEmail(dependencies, run, 'unreachable')),
]
