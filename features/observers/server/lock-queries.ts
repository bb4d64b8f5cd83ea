import type { Db } from '#database/open.ts'
import { observerKeys } from '#features/session/domain.ts'
import { findLocksOf } from '#features/session/server/sign-in/lock-queries.ts'
import type { Observer } from '../contract.ts'
import type { ListedObserver } from './queries.ts'

/** The observers of a list, with who of them is locked at this moment. */
export async function withLocks(
  db: Db,
  observers: readonly ListedObserver[],
  now: Date,
): Promise<Observer[]> {
  const locks = await findLocksOf(db, observers.flatMap(observerKeys), now)
  return observers.map((observer) => {
    const until = observerKeys(observer).flatMap((key) => locks.get(key) ?? [])
    const latest = Math.max(...until.map((one) => one.getTime()))
    return { ...observer, lockedUntil: until.length > 0 ? new Date(latest) : null }
  })
}
