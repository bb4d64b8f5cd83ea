import type { Db } from '#database/open.ts'
import { isReading, rightsOf } from '#kit/contract/roles.ts'
import type { Who } from '#kit/contract/who.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { session } from '../contract.ts'
import { isGuessing } from '../domain.ts'
import { findFailuresBefore } from './own-queries.ts'
import { ownSessionRoutes } from './own-routes.ts'
import { getNgo, listOwnCounties } from './queries.ts'
import { type NoteDevice, upsertDevice } from './sign-in/sign-in-queries.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { countTries } from './tries/tries-queries.ts'

export function sessionRoutes(server: Server, secrets: Secrets, noteDevice: NoteDevice): void {
  signInRoutes(server, secrets, noteDevice)
  ownSessionRoutes(server, secrets)

  serve(server, session.me, async ({ db, who }) => ({
    account: who.name,
    role: who.role,
    owes: who.pendingDuty,
    failedBefore: await findFailuresBefore(db, who.sessionId),
    ...(await describe(db, who)),
  }))

  serve(server, session.tries, async ({ db, now }) => {
    const tries = await countTries(db, now)
    return { ...tries, isGuessing: isGuessing(tries) }
  })

  serve(server, session.registerDevice, async ({ db, who, body, now }) => {
    const { scope, id: observerId, sessionId, isOver } = who
    // No messages are sent to the phones of an election that is over.
    if (isOver) return {}
    const owner = { electionId: scope.electionId, observerId, sessionId }
    await upsertDevice(db, owner, body, now)
    await noteDevice(db, owner, now)
    // Never the token: it is enough to reach the phone.
    const act = { act: 'session.device-registered', subject: 'observers', subjectId: who.id }
    await recordBy({ db, who, now }, { ...act, after: { channel: body.channelName } })
    return {}
  })
}

/** What a screen learns of the caller's rights and scope. */
async function describe(db: Db, { ngoId, scope, ...who }: Who) {
  const [{ name: ngo, isOrganiser }, counties] = await Promise.all([
    getNgo(db, ngoId),
    listOwnCounties(db, scope),
  ])
  if (who.role === 'observer') return { ngoId, ngo, seesEveryNgo: false, rights: [], counties }
  const held = rightsOf(who.role, { isLimited: counties !== null })
  const rights = who.isOver ? held.filter(isReading) : held
  return { ngoId, ngo, seesEveryNgo: isOrganiser, rights, counties }
}
