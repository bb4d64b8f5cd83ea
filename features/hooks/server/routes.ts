import { randomBytes } from 'node:crypto'
import { listUnknownCounties } from '#features/accounts/server/county-queries.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve, serveInSteps } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { checkAddress } from '#kit/server/outgoing/public-address.ts'
import { hooks, hooksChanged } from '../contract.ts'
import { testKind } from '../domain.ts'
import { insertDeliveries, requeue } from './delivery-queries.ts'
import {
  deleteHook,
  findHook,
  hasNgo,
  insertHook,
  listDeliveries,
  listHooks,
  replaceSecret,
  turnHook,
} from './queries.ts'

const recordChange = changeRecorder('hooks', hooksChanged, 'everybody')

/** As the Standard Webhooks specification writes them: 24 to 64 random bytes. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw new Problem('thing.not-found')
  return row
}

export function hookRoutes(server: Server, { secrets, outgoing }: AppDependencies): void {
  serve(server, hooks.list, ({ db, who, now }) => listHooks(db, who.scope, now))

  // A slow name server must not hold a connection to the database.
  serveInSteps(server, hooks.add, async ({ body, step }) => {
    const { fault } = await checkAddress(new URL(body.address), outgoing)
    if (fault) throw new Problem('hook.address-refused', { why: fault })
    return step((call) => add(call, secrets))
  })

  serve(server, hooks.turn, async (call) => {
    const { db, who, params, body, now } = call
    const off = body.isOn ? null : { since: now, reason: 'staff' as const }
    const { address, offReason } = found(await turnHook(db, who.scope.electionId, params.id, off))
    if ((offReason === null) !== body.isOn)
      await recordChange(call, `hooks.turned-${body.isOn ? 'on' : 'off'}`, params.id, {
        after: { address },
      })
    return {}
  })

  serve(server, hooks.rotate, async (call) => {
    const { db, who, params, now } = call
    const secret = newSecret()
    const after = found(await replaceSecret(db, who.scope, params.id, secrets.seal(secret), now))
    await recordChange(call, 'hooks.secret-replaced', params.id, { after })
    return { secret }
  })

  serve(server, hooks.remove, async (call) => {
    const before = found(await deleteHook(call.db, call.who.scope, call.params.id))
    await recordChange(call, 'hooks.removed', call.params.id, { before })
    return {}
  })

  serve(server, hooks.log, async ({ db, who, params }) => {
    found(await findHook(db, who.scope, params.id))
    return listDeliveries(db, who.scope, params.id)
  })

  serve(server, hooks.replay, async (call) => {
    const { db, who, params, now } = call
    const after = found(await requeue(db, who.scope, params.id, params.deliveryId, now))
    await recordChange(call, 'hooks.replayed', params.id, { after })
    return {}
  })

  serve(server, hooks.test, async (call) => {
    const { db, who, params, now } = call
    const after = found(await findHook(db, who.scope, params.id))
    const { electionId } = who.scope
    const body = JSON.stringify({
      type: testKind,
      timestamp: now.toISOString(),
      data: { electionId },
    })
    await insertDeliveries(db, [{ electionId, hookId: params.id, kind: testKind, body }], now)
    await recordChange(call, 'hooks.tested', params.id, { after })
    return {}
  })
}

async function add(
  call: Call<typeof hooks.add>,
  secrets: AppDependencies['secrets'],
): Promise<Reply<typeof hooks.add>> {
  const { db, who, body, now } = call
  const unknown = await listUnknownCounties(db, who.scope, body.countyCodes ?? [])
  if (unknown.length > 0) throw new Problem('account.no-such-county', { countyCodes: unknown })
  if (body.ngoId !== null && !(await hasNgo(db, body.ngoId))) throw new Problem('thing.not-found')
  const secret = newSecret()
  const id = await insertHook(db, who, { ...body, secret: secrets.seal(secret) }, now)
  if (id === undefined) throw new Problem('hook.too-many')
  await recordChange(call, 'hooks.added', id, { after: body })
  return { id, secret }
}
