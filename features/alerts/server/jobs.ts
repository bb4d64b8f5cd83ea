import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import { findCurrentElection } from '#features/elections/server/queries.ts'
import { recordEmail, sendEmail } from '#features/factors/server/emails.ts'
import { findStaffActor } from '#features/session/server/queries.ts'
import { copy } from '#kit/contract/copy.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { enqueue, job, type Stoppable, type Worker, worker } from '#kit/server/jobs/jobs.ts'
import { repeat } from '#kit/server/jobs/repeat.ts'
import { emailedKinds, isQuiet, isUnread, keyOf } from '../domain.ts'
import { listAlerts } from './queries.ts'
import { getReadUntil } from './read-queries.ts'
import { listEmailed, lockEmailed, setEmailed } from './settings-queries.ts'

const email = copy({
  subject: { ro: 'Alerte necitite', en: 'Unread alerts' },
  text: {
    ro: 'Alerte necitite pentru contul „{account}”: {by}.',
    en: 'Unread alerts for the account “{account}”: {by}.',
  },
})

/** How long an alert waits to be read on a screen before it is emailed. */
const patienceMs = 2 * 60_000
const lookMs = 20_000
/** The shortest time between two emails to an account. */
const pauseMs = 15 * 60_000

const payload = z.object({
  electionId: id('elections'),
  staffId: id('staff'),
  what: z.literal('alerts'),
  /** How many subjects they are about: emails carry no texts of incidents and comments. */
  by: z.string(),
})

/** The mail server could not accept it on any try. */
const giveUp = job({ name: 'alerts.give-up', payload, tries: 6 })
const alertEmail = job({ name: 'alerts.email', payload, tries: 6, otherwise: giveUp })

export const alertWorkers = (dependencies: AppDependencies): readonly Worker[] => {
  const { publicUrl } = dependencies
  const link = publicUrl && `${publicUrl}/settings/alerts`
  return [
    worker(alertEmail, (run) => sendEmail(dependencies, run, email, link)),
    worker(giveUp, (run) => recordEmail(dependencies, run, 'unreachable')),
  ]
}

/** Looks for alerts to email, in this process, until stopped. Any number of processes may. */
export const startLooking = ({ database, clock, logger }: AppDependencies): Stoppable =>
  repeat({ job: 'alerts.look', restMs: lookMs, logger }, () => emailUnread(database, clock()))

async function emailUnread(database: Database, now: Date): Promise<void> {
  const election = await findCurrentElection(database.primary)
  if (!election || election.state === 'archived') return
  for (const staffId of await listEmailed(database.primary))
    await database.write((tx) => enqueueEmail(tx, election.id, staffId, now))
}

/** Enqueues an email about the unread alerts that the last one was not about, if there are any. */
async function enqueueEmail(
  tx: Tx,
  electionId: Id<'elections'>,
  staffId: Id<'staff'>,
  now: Date,
): Promise<void> {
  const settings = await lockEmailed(tx, staffId)
  const reader = settings && (await findStaffActor(tx, electionId, staffId))
  if (!reader || isQuiet(settings.quietHours, now, reader.timezone)) return
  if (settings.emailedAt && now.getTime() - settings.emailedAt.getTime() < pauseMs) return
  const found = await listAlerts(tx, reader, settings, now)
  const after = settings.emailedUntil ?? new Date(0)
  const until = new Date(now.getTime() - patienceMs)
  const due = found
    .filter(isUnread(await getReadUntil(tx, reader)))
    .filter(({ kind, at }) => emailedKinds.includes(kind) && at > after && at <= until)
  if (due.length === 0) return
  await setEmailed(tx, staffId, { emailedUntil: until, emailedAt: now })
  const by = String(new Set(due.map(keyOf)).size)
  await enqueue(tx, alertEmail, { electionId, staffId, what: 'alerts', by })
}
