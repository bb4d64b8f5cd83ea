import type { Database } from '#database/open.ts'
import { job, type Worker, worker } from '#kit/server/jobs.ts'
import type { Mail } from '#kit/server/mail.ts'
import { letters } from '../copy.ts'
import {
  type Letter,
  letter,
  letterPayload,
  recordLetter,
  sendLetter,
  type Words,
} from './letters.ts'

/** The mail server could not take it, each time we tried. */
const giveUp = job({ name: 'factors.give-up', payload: letterPayload, tries: 6 })

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
  worker(giveUp, (run) => recordLetter(outside, run, 'unreachable')),
]
