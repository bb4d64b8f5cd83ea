import type { Database } from '#database/open.ts'
import { recordLetter, sendLetter, type Words } from '#features/factors/server/letters.ts'
import { type Worker, worker } from '#kit/server/jobs/jobs.ts'
import type { Mail } from '#kit/server/mail/mail.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { letters } from '../copy.ts'
import { type Letter, letter, letterGivenUp } from './letters.ts'

const sentences: Readonly<Record<Letter['what'], Words>> = {
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
    const { what, sealedLink } = run.payload
    const link = outside.secrets.unseal(Buffer.from(sealedLink, 'base64url'))
    if (link !== undefined) await sendLetter(outside, run, sentences[what], link)
  }),
  worker(letterGivenUp, (run) => recordLetter(outside, run, 'unreachable')),
]
