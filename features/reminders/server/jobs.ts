import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import { insertFilled } from '#features/notifications/server/filled-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { enqueue, job, removeDuplicates, type Worker, worker } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import { remindersChanged } from '../contract.ts'
import { clockIn, isAtNight, momentOf } from '../domain.ts'
import {
  countedUntil,
  type DueReminder,
  findNext,
  insertReminded,
  listOwing,
  listReminding,
  lockReminders,
  type Owing,
} from './due-queries.ts'

/** Sends the due reminders, and runs again at the next due time while an election has reminders. */
export const remind = job({
  name: 'reminders.send',
  payload: z.object({ electionId: id('elections') }),
  // Whatever went wrong, the next minute brings other reminders.
  tries: 1_000_000,
})

/** The polling interval in seconds, because deadlines and plans change. */
const lookSeconds = 20
/** The interval while expectations are counted: sending then would reach some recipients earlier than others. */
const uncountedSeconds = 1
/** The interval while another election is current. */
const restSeconds = 300

type Dependencies = { readonly database: Database }

export const reminderWorkers = ({ database }: Dependencies): readonly Worker[] => [
  worker(remind, async ({ payload, now }) => {
    await removeDuplicates(database, remind, payload)
    await database.write((tx) => sendDue(tx, payload.electionId, now))
  }),
]

/** Runs when a process starts: a job may be missing if process and database ended together. */
export async function remindEverywhere(database: Database): Promise<void> {
  const elections = await listReminding(database.primary)
  for (const electionId of elections)
    await database.write((tx) => enqueue(tx, remind, { electionId }))
}

/** Resumes an election's reminders: their job ends when the election is archived, deleted or no longer current. */
export const remindAgain = (tx: Tx, electionId: Id<'elections'>): Promise<void> =>
  enqueue(tx, remind, { electionId })

/** Sends in one transaction: message, recipients and the record of sending are stored together or not at all. */
async function sendDue(tx: Tx, electionId: Id<'elections'>, now: Date): Promise<void> {
  await lockElectionShared(tx, electionId)
  const { timezone, reminders } = await lockReminders(tx, electionId)
  const counted = await countedUntil(tx, electionId, now)
  for (const reminder of reminders) {
    const owing = await listOwing(tx, electionId, reminder, now)
    for (const some of groupBy(owing, ({ dueAt }) => dueAt.getTime()).values()) {
      if (!isCountedBy(counted, reminder, some))
        return enqueue(tx, remind, { electionId }, uncountedSeconds)
      await sendTo(tx, { electionId, timezone, now }, reminder, some)
    }
  }
  const isWatched = (await listReminding(tx)).includes(electionId)
  if (!isWatched) return
  const next = await findNext(tx, electionId, reminders, now)
  const seconds = next ? Math.max(0, (next.getTime() - now.getTime()) / 1000) : lookSeconds
  const pause = reminders.length > 0 ? Math.min(seconds, lookSeconds) : restSeconds
  await enqueue(tx, remind, { electionId }, pause)
}

/** Whether all reports up to the due time are counted, which may have fulfilled an expectation. */
const isCountedBy = (
  counted: Date | undefined,
  { minutes }: DueReminder,
  owing: readonly Owing[],
): boolean =>
  counted !== undefined && owing.every(({ dueAt }) => momentOf(dueAt, minutes) <= counted)

type At = { readonly electionId: Id<'elections'>; readonly timezone: string; readonly now: Date }

/**
 * To those who owe the same by the same moment; at night only where the rule says so. Returns the message; undefined
 * where none is sent.
 */
export async function sendTo(
  tx: Tx,
  { electionId, timezone, now }: At,
  reminder: DueReminder,
  owing: readonly Owing[],
): Promise<Id<'notifications'> | undefined> {
  const [first] = owing
  if (!first) return undefined
  if (!reminder.atNight && isAtNight(momentOf(first.dueAt, reminder.minutes), timezone))
    return undefined
  const each = groupBy(owing, ({ observerId }) => observerId)
  const { id: reminderId, title, body, madeBy, madeByName, ngoId } = reminder
  const notificationId = await insertFilled(tx, electionId, {
    ...{ title, body, deadline: clockIn(first.dueAt, timezone), now },
    sender: { id: madeBy, name: madeByName, ngoId },
    recipients: [...each].map(([observerId, some]) => ({
      observerId,
      stations: some.map(({ station }) => station).join(', '),
    })),
  })
  await insertReminded(tx, electionId, { reminderId, notificationId }, owing)
  await announce(tx, remindersChanged, { electionId, ngoId: null }, {})
  return notificationId
}
