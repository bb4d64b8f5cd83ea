import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { type Sharing, views, viewsChanged } from '../contract.ts'
import { insertView, listViews, seesEverything, setViewDeleted } from './queries.ts'

/** History gets neither name nor filters: they may name people, and have to go when they are erased. */
const recorders = {
  own: changeRecorder('views', viewsChanged, 'own organisation'),
  organisation: changeRecorder('views', viewsChanged, 'own organisation'),
  everybody: changeRecorder('views', viewsChanged, 'everybody'),
} as const satisfies Record<Sharing, unknown>

export function viewRoutes(server: Server): void {
  serve(server, views.list, ({ db, who }) => listViews(db, who))

  serve(server, views.keep, async (call) => {
    const { list, sharing } = call.body
    if (sharing === 'everybody' && !seesEverything(call.who))
      throw new Problem('request.invalid', { errors: { sharing: ['Is not for this account'] } })
    const id = await insertView(call.db, call.who, call.body)
    await recorders[sharing](call, 'views.kept', id, { after: { list, sharing } })
    return id
  })

  serve(server, views.remove, (call) => setDeleted(call, 'views.deleted', call.now))
  serve(server, views.restore, (call) => setDeleted(call, 'views.restored', null))
}

async function setDeleted(
  call: Call<typeof views.remove>,
  act: string,
  at: Date | null,
): Promise<Record<never, never>> {
  const { db, who, params } = call
  const changed = await setViewDeleted(db, who, params.id, at)
  if (!changed) throw new Problem('thing.not-found')
  await recorders[changed.sharing](call, act, params.id)
  return {}
}
