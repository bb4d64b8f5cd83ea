import type { Database } from '#database/open.ts'
import { type EmailText, recordEmail, sendEmail } from '#features/factors/server/emails.ts'
import { type Worker, worker } from '#kit/server/jobs/jobs.ts'
import type { Mailer } from '#kit/server/mail/mail.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { letters } from '../copy.ts'
import { type InvitationEmail, invitationEmailJob, letterGivenUp } from './emails.ts'

const sentences: Readonly<Record<InvitationEmail['what'], EmailText>> = {
  invited: { subject: letters.invitedSubject, text: letters.invited },
  forgotten: { subject: letters.forgottenSubject, text: letters.forgotten },
}

type InvitationJobDependencies = {
  readonly database: Database
  readonly mail: Mailer
  readonly secrets: Secrets
}

export const invitationWorkers = (dependencies: InvitationJobDependencies): readonly Worker[] => [
  worker(invitationEmailJob, async (run) => {
    const { what, sealedLink } = run.payload
    const link = dependencies.secrets.unseal(Buffer.from(sealedLink, 'base64url'))
    if (link !== undefined) await sendEmail(dependencies, run, sentences[what], link)
  }),
  worker(letterGivenUp, (run) => recordEmail(dependencies, run, 'unreachable')),
]
