import type { Database } from '#database/open.ts'
import { type Worker, worker } from '#kit/server/jobs/jobs.ts'
import type { Mail } from '#kit/server/mail/mail.ts'
import { letters } from '../copy.ts'
import {
  type Letter,
  letter,
  letterGivenUp,
  recordLetter,
  sendLetter,
  type Words,
} from './letters.ts'

const sentences: Readonly<Record<Letter['what'], Words>> = {
  'taken-away': { subject: letters.takenAwaySubject, text: letters.takenAway },
  locked: { subject: letters.lockedSubject, text: letters.locked },
}

type Outside = {
  readonly database: Database
  readonly mail: Mail
  readonly publicUrl: string
}

export const factorWorkers = (outside: Outside): readonly Worker[] => [
  worker(letter, (run) => sendLetter(outside, run, sentences[run.payload.what], outside.publicUrl)),
  worker(letterGivenUp, (run) => recordLetter(outside, run, 'unreachable')),
]
