import { listUnknownCounties } from '#features/accounts/server/county-queries.ts'
import { lockNgo } from '#features/accounts/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { newAccessKey } from '#kit/server/security/access-key.ts'
import { keys, keysChanged } from '../contract.ts'
import { daysAfter } from '../domain.ts'
import { insertKey, listKeys, revokeKey } from './queries.ts'

const recordChange = changeRecorder('keys', keysChanged, 'own organisation')

export function keyRoutes(server: Server): void {
  serve(server, keys.list, ({ db, who, now }) => listKeys(db, who, now))

  serve(server, keys.make, async (call) => {
    const { db, who, now, body } = call
    const { days, ngoId, ...draft } = body
    const ngo = await getNgo(call)
    const countyCodes = await listUnknownCounties(db, who.scope, draft.countyCodes ?? [])
    if (countyCodes.length > 0) throw new Problem('account.no-such-county', { countyCodes })
    const expiresAt = daysAfter(now, days)
    const { key, digest } = newAccessKey()
    const made = { ngoId: ngo.id, madeBy: who.id, madeAt: now, expiresAt }
    const id = await insertKey(db, { ...draft, ...made, digest })
    const after = { ...draft, ngoId: ngo.id, expiresAt }
    await recordChange(call, 'keys.made', id, { after, ngoId: ngo.id })
    return { id, key }
  })

  serve(server, keys.revoke, async (call) => {
    const { db, who, now, params } = call
    const revoked = await revokeKey(db, who, params.id, now)
    if (!revoked) throw new Problem('thing.not-found')
    const { name, ngoId } = revoked
    await recordChange(call, 'keys.revoked', params.id, { before: { name }, ngoId })
    return {}
  })
}

/** The key's organisation. Only organisers make keys of organisers, and only in their own organisation. */
async function getNgo({ db, who, body }: Call<typeof keys.make>) {
  const ngo = await lockNgo(db, who, body.ngoId ?? who.ngoId)
  if (!ngo) throw new Problem('thing.not-found')
  const isOrganisers = ngo.isOrganiser && who.role === 'organiser'
  if (body.role === 'organiser' && !isOrganisers) throw new Problem('account.role-not-given')
  return ngo
}
