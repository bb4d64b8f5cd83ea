import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { noteDevice } from '#features/observers/server/device-queries.ts'
import { findWhos } from '#features/session/server/queries.ts'
import { endOf } from '#features/session/server/sign-in/prove.ts'
import { insertSession, upsertDevice } from '#features/session/server/sign-in/sign-in-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor } from '#kit/contract/who.ts'
import { recordingOf } from '#kit/server/history/history.ts'
import { seededRandom } from '../rehearsal.ts'
import { type Day, hoursIn } from './clock.ts'

/** An observer who has the app, and since when. */
export type SignedIn = { readonly who: ObserverActor; readonly at: Date }

/** The observers of an election, in the order of their phones. */
export async function listObserverIds(
  tx: Tx,
  electionId: Id<'elections'>,
): Promise<Id<'observers'>[]> {
  const { rows } = await sql<Columns<'observers', 'id'>>`
    select id from observers where election_id = ${electionId} order by phone_digits`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Signs observers in before the stations open; some of those who will not come never do. */
export async function signIn(
  tx: Tx,
  electionId: Id<'elections'>,
  day: Day,
  absent: ReadonlySet<number>,
): Promise<(SignedIn | undefined)[]> {
  const chance = seededRandom(99)
  const ids = await listObserverIds(tx, electionId)
  const sessions = ids.map((observerId, index) => {
    const [comes, when] = [chance(), chance()]
    if (absent.has(index) && comes < 0.6) return undefined
    // Most at their training, the rest in the morning.
    const at = hoursIn(day, comes < 0.85 ? -60 + when * 46 : -2.5 + when * 1.8)
    return { id: randomUUID(), observerId, at }
  })
  const begun = sessions.filter((one) => one !== undefined)
  await Promise.all(begun.map((one) => openSession(tx, electionId, one)))
  const whos = await findWhos(
    tx,
    begun.map(({ id }) => id),
    // Some of these sessions have ended by now; their reports are older.
    hoursIn(day, -72),
  )
  const signedIn = sessions.map((one) => {
    const who = one && whos.get(one.id)
    return who?.role === 'observer' ? { who, at: one?.at ?? day.opensAt } : undefined
  })
  await recordSignIns(tx, electionId, signedIn)
  return signedIn
}

async function openSession(
  tx: Tx,
  electionId: Id<'elections'>,
  { id, observerId, at }: { id: string; observerId: Id<'observers'>; at: Date },
): Promise<void> {
  const device = `demonstration-${observerId}`
  await insertSession(
    tx,
    { electionId, observerId, device },
    { id, createdAt: at, expiresAt: endOf(at), address: '', userAgent: '' },
  )
  const owner = { electionId, observerId, sessionId: id }
  await upsertDevice(tx, owner, { channelName: 'Firebase', token: device }, at)
  await noteDevice(tx, owner, at)
}

async function recordSignIns(
  tx: Tx,
  electionId: Id<'elections'>,
  signedIn: readonly (SignedIn | undefined)[],
): Promise<void> {
  const changes = signedIn
    .filter((one) => one !== undefined)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ who, at }) => ({ at, actor: who, subjectId: who.id as number }))
  const line = { electionId, role: 'observer', act: 'session.begun', subject: 'observer' }
  await recordingOf(line, changes).execute(tx)
}
