import { unlockObservers } from '#features/session/server/sign-in/lock-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { observers } from '../contract.ts'
import { findOne, recordChange } from './routes.ts'
import { listMeant, pinColumns, revokeSessionsOf, updateObserver } from './write-queries.ts'

/** For observers whose pin is forgotten, known to others, or locked. */
export function pinRoutes(server: Server, secrets: Secrets): void {
  serve(server, observers.resetPin, async (call) => {
    const { db, who, body, now } = call
    const observer = await findOne(call, body.observerId ?? (await findMeant(call, body)))
    expectUnchanged(observer, { pin: body.pin }, body.revision)
    const pin = pinColumns(secrets, body.pin)
    await updateObserver(db, who.scope, observer, { ...pin, changing: who.name })
    const wasLocked = await revokeSessionsOf(db, who.scope.electionId, [observer.id], now)
    await recordChange(call, 'observers.pin-reset', observer.id, { ngoId: observer.ngoId })
    return { wasLocked }
  })

  serve(server, observers.unlock, async (call) => {
    const { db, who, params, now } = call
    const { id, ngoId } = await findOne(call, params.id)
    const wasLocked = await unlockObservers(db, who.scope.electionId, [id], now)
    // A double click, or the lock expired meanwhile: nothing was done.
    if (wasLocked) await recordChange(call, 'observers.unlocked', id, { ngoId })
    return { wasLocked }
  })
}

/**
 * The observer with this phone.
 * @throws Problem `thing.not-found`; `observer.phone-shared` if it belongs to several observers.
 */
async function findMeant(
  { db, who }: Pick<Parameters<typeof findOne>[0], 'db' | 'who'>,
  { phoneNumber: phone = '' }: { readonly phoneNumber?: string | undefined },
): Promise<Id<'observers'>> {
  const [id, another] = await listMeant(db, who.scope, phone)
  if (!id) throw new Problem('thing.not-found')
  if (another) throw new Problem('observer.phone-shared', { phone })
  return id
}
