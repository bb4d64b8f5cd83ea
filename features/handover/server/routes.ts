import { countAddedSince, listOpenIncidents } from '#features/incidents/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { handover, handoversChanged, hoursAhead, hoursBack } from '../contract.ts'
import {
  findLastShift,
  giveBack,
  insertHandover,
  listHandovers,
  setHandoverDeleted,
  takeHandover,
} from './queries.ts'
import { countChanged, listCallBacks, listDue, listWorking } from './shift-queries.ts'

/** History gets no text: it may name people, and has to go when they are erased. */
const recordChange = changeRecorder('handovers', handoversChanged, 'own organisation')

const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000)

export function handoverRoutes(server: Server): void {
  serve(server, handover.read, async ({ db, who, now }) => {
    const { scope } = who
    const last = await findLastShift(db, who)
    const since = last ?? hours(now, -hoursBack)
    const soon = hours(now, hoursAhead)
    const [changed, incidents, open, working, due, callBacks, handovers] = await Promise.all([
      countChanged(db, scope, since),
      countAddedSince(db, scope, since),
      listOpenIncidents(db, scope),
      listWorking(db, scope),
      listDue(db, scope, now, soon),
      listCallBacks(db, scope, soon),
      listHandovers(db, who),
    ])
    return {
      ...{ since, hasHandedOver: last !== undefined, changed: { ...changed, incidents } },
      ...{ openIncidents: open.totalItems, incidents: open.data },
      ...{ working, due, callBacks, handovers },
    }
  })

  serve(server, handover.write, async (call) => {
    const { db, who, body, now } = call
    const id = await insertHandover(db, who, body.text, now)
    await recordChange(call, 'handover.written', id, {})
    return id
  })

  serve(server, handover.take, async (call) => {
    const { db, who, params, now } = call
    const found = await takeHandover(db, who, params.id, now)
    if (!found) throw new Problem('thing.not-found')
    if (found.isNew) await recordChange(call, 'handover.taken', params.id, {})
    return { first: found.first }
  })

  serve(server, handover.giveBack, async (call) => {
    const { db, who, params } = call
    if (!(await giveBack(db, who, params.id))) throw new Problem('thing.not-found')
    await recordChange(call, 'handover.given-back', params.id, {})
    return {}
  })

  serve(server, handover.remove, (call) => setDeleted(call, 'handover.deleted', call.now))
  serve(server, handover.restore, (call) => setDeleted(call, 'handover.restored', null))
}

async function setDeleted(
  call: Call<typeof handover.remove>,
  act: string,
  at: Date | null,
): Promise<Record<never, never>> {
  const { db, who, params } = call
  if (!(await setHandoverDeleted(db, who, params.id, at))) throw new Problem('thing.not-found')
  await recordChange(call, act, params.id, {})
  return {}
}
