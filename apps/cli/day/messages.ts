import type { Tx } from '#database/open.ts'
import { notificationsChanged } from '#features/notifications/contract.ts'
import { settle } from '#features/notifications/server/delivery-queries.ts'
import {
  insertDeliveries,
  insertNotification,
  markOpened,
} from '#features/notifications/server/send-queries.ts'
import { remindersChanged } from '#features/reminders/contract.ts'
import { listOwing, lockReminders } from '#features/reminders/server/due-queries.ts'
import { sendTo } from '#features/reminders/server/jobs.ts'
import { insertReminder } from '#features/reminders/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Staff } from '#kit/contract/who.ts'
import { changeRecorder, recordBy } from '#kit/server/history/record-change.ts'
import { seededRandom } from '../rehearsal.ts'
import { later } from './clock.ts'
import type { DueThings } from './plan.ts'
import type { SignedIn } from './sign-ins.ts'

const recordMessage = changeRecorder('notifications', notificationsChanged, 'own organisation')
const recordReminder = changeRecorder('reminders', remindersChanged, 'everybody')

/** An observer opens a message. */
export type Opening = {
  readonly at: Date
  readonly notificationId: Id<'notifications'>
  readonly one: SignedIn
}

export type StaffCall = { readonly db: Tx; readonly who: Staff; readonly now: Date }

/** A message to all or some observers, and how many recipients open it. */
export type MessageDraft = {
  readonly title: string
  readonly body: string
  readonly to?: readonly Id<'observers'>[]
  readonly openedBy: number
}

type People = ReadonlyMap<number, SignedIn>

/** Sends it; returns the openings by recipient and time. */
export async function sendMessage(
  call: StaffCall,
  { title, body, to, openedBy }: MessageDraft,
  people: People,
): Promise<Opening[]> {
  const { db, who, now } = call
  const draft = {
    channel: 'Firebase',
    title,
    body,
    key: null,
    againOf: null,
    heldUntil: null,
    sendAt: null,
  }
  const id = await insertNotification(db, who, draft, now)
  if (id === undefined) return []
  const deliveries = await insertDeliveries(db, who.scope, id, {
    ids: to,
    isFilled: false,
    at: now,
  })
  await recordMessage(call, 'notifications.sent', id, { after: { title, body, ...deliveries } })
  const all = to ?? [...people.keys()]
  return deliver(call, id, { recipients: all, openedBy, people })
}

type Delivering = {
  readonly recipients: readonly number[]
  readonly openedBy: number
  readonly people: People
}

/** Delivers only to observers who have the app by then. */
async function deliver(
  { db, who, now }: StaffCall,
  notificationId: Id<'notifications'>,
  { recipients, openedBy, people }: Delivering,
): Promise<Opening[]> {
  const { electionId } = who.scope
  const chance = seededRandom(notificationId * 17)
  const hasApp = (id: number) => (people.get(id)?.at ?? now) < now
  const outcomes = recipients.map((id) => ({
    observerId: id as Id<'observers'>,
    why: hasApp(id) ? null : ('no-device' as const),
    gone: [],
  }))
  await settle(db, { electionId, notificationId }, outcomes, later(now, 0.1))
  return recipients.flatMap((id) => {
    const one = people.get(id)
    // Soon after it arrived, or when they next look at their phone.
    const minutes = 1 + 90 * chance() ** 3
    if (!one || !hasApp(id) || chance() > openedBy) return []
    return [{ at: later(now, minutes), notificationId, one }]
  })
}

/** Stores that an observer opened a message. */
export async function openMessage(tx: Tx, { at, notificationId, one }: Opening): Promise<void> {
  const who = { ...one.who, ...nobodysSession(at) }
  const state = await markOpened(tx, who, notificationId, at)
  if (state === undefined || state === 'opened') return
  const act = { act: 'notifications.opened', subject: 'notifications', subjectId: notificationId }
  const call = { db: tx, who, now: at }
  await recordBy(call, { ...act, before: { state }, after: { state: 'opened' } })
}

/** The session fields of a call, empty: these callers have no session. */
export const nobodysSession = (at: Date) => ({
  ...{ sessionId: '', expiresAt: at, tokenNth: 0, tokenSince: null, confirmedAt: null },
  ...{ seenAt: null, isOver: false, pendingDuty: null },
})

/** Adds the rules for reminders. */
export async function addReminders(call: StaffCall, due: DueThings): Promise<void> {
  const { db, who, now } = call
  for (const { of, ...rule } of rules) {
    const draft = { ...rule, milestoneId: due[of], atNight: true }
    const id = await insertReminder(db, who, draft, now)
    if (id !== undefined) await recordReminder(call, 'reminders.added', id, { after: draft })
  }
}

const rules = [
  {
    of: 'opening',
    minutes: 15,
    title: 'Formularul de deschidere',
    message:
      '{nume}, nu am primit încă formularul de deschidere de la {secția}. Trimiteți-l acum sau sunați la dispecerat.',
  },
  {
    of: 'second',
    minutes: -20,
    title: 'A doua citire a prezenței',
    message: '{nume}, la ora {ora} așteptăm prezența de la {secția}.',
  },
  {
    of: 'third',
    minutes: -20,
    title: 'A treia citire a prezenței',
    message: '{nume}, la ora {ora} așteptăm prezența de la {secția}.',
  },
] as const

/** Sends the reminders due at this moment to the observers who owe something then. */
export async function remind({ db, who, now }: StaffCall, people: People): Promise<Opening[]> {
  const { electionId } = who.scope
  const { timezone, reminders } = await lockReminders(db, electionId)
  const openings: Opening[] = []
  for (const reminder of reminders) {
    const owing = await listOwing(db, electionId, reminder, now)
    const notificationId = await sendTo(db, { electionId, timezone, now }, reminder, owing)
    if (notificationId === undefined) continue
    const recipients = [...new Set(owing.map(({ observerId }) => observerId))]
    const to = { recipients, openedBy: 0.7, people }
    openings.push(...(await deliver({ db, who, now }, notificationId, to)))
  }
  return openings
}
