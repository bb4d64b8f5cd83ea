import { importUpload, startImport } from '#features/tasks/server/import/file-queries.ts'
import { factsIn, valuesIn } from '#kit/contract/field.ts'
import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import {
  type ActorCall,
  batchChangeRecorder,
  changeRecorder,
} from '#kit/server/history/record-change.ts'
import { sendFile } from '#kit/server/http/download.ts'
import { type Call, serve, serveCoalesced, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { mostObservers, type Observer, observers, observersChanged } from '../contract.ts'
import { type ObserverFacts, observerFields } from '../fields.ts'
import { takeObservers } from './export-queries.ts'
import { observerImport } from './import/import-queries.ts'
import { listObserverImports, observerUndoer } from './import/imported-queries.ts'
import { withLocks } from './lock-queries.ts'
import { countObservers, listActive, listObserverIds, listObservers } from './queries.ts'
import { observers as subject } from './subjects.ts'
import {
  deleteObservers,
  findNgo,
  insertObserver,
  lockObserver,
  pinColumns,
  restoreObserver,
  restoreObservers,
  revokeSessionsOf,
  updateObserver,
} from './write-queries.ts'

/** Records changes of observers in history and announces them to open screens. */
export const recordChange = changeRecorder('observers', observersChanged, 'own organisation')
const recordChanges = batchChangeRecorder('observers', observersChanged, 'own organisation')

export function observerRoutes(server: Server, secrets: Secrets): void {
  serveCoalesced(
    server,
    observers.list,
    ({ who: { scope }, query }) => ({ scope, query }),
    async (db, { scope, query }) => {
      const { data, totalItems } = await listObservers(db, scope, query)
      const shown = await withLocks(db, data, server.clock())
      return { data: shown, ...countPages(query, totalItems) }
    },
  )
  serve(server, observers.ids, async ({ db, who, query }) => {
    const [ids, totalItems] = await Promise.all([
      listObserverIds(db, who.scope, query, mostObservers),
      countObservers(db, who.scope, query),
    ])
    return { ids, totalItems }
  })
  serveStream(server, observers.export, (call) => {
    const { format, language, ...filter } = call.query
    const wanted = { name: 'observers', format, language, ...exported, filter }
    return sendFile(server, call, wanted, (db) => takeObservers(db, call.who, call.query))
  })
  serve(server, observers.count, ({ db, who }) => countObservers(db, who.scope))
  serve(server, observers.active, async ({ db, who, query, now }) =>
    withLocks(db, await listActive(db, who.scope, query), now),
  )

  serve(server, observers.add, async (call) => {
    const { db, who, body } = call
    const { pin, ngoId, ...draft } = body
    const chosen = await chooseNgo(call, ngoId)
    const values = { ...draft, ngoId: chosen, ...pinColumns(secrets, pin) }
    const id = await insertObserver(db, who.scope, values)
    const after = auditSnapshot(values)
    await recordChange(call, 'observers.added', id, { after, ngoId: chosen })
    return id
  })

  serve(server, observers.edit, (call) => edit(secrets, call))

  serve(server, observers.remove, async (call) => {
    if ((await removeAll(call, [call.query.id])).length === 0) throw new Problem('thing.not-found')
    return true
  })
  serve(server, observers.removeSeveral, (call) => removeAll(call, call.body.ids))

  serve(server, observers.restore, async (call) => {
    const { db, who, params } = call
    const observer = await findOne(call, params.id, { isDeleted: true })
    await restoreObserver(db, who.scope, observer)
    const { id, ngoId } = observer
    await recordChange(call, 'observers.restored', id, { after: auditSnapshot(observer), ngoId })
    return true
  })
  serve(server, observers.restoreSeveral, (call) => restoreAll(call, call.body.ids))

  const file = observerImport(secrets)
  serve(server, observers.import, async (call) => {
    const { added } = await importUpload(server, call, file, await orderOf(call), false)
    return added
  })
  serve(server, observers.checkImport, async (call) =>
    importUpload(server, call, file, await orderOf(call), true),
  )
  serve(server, observers.listImports, ({ db, who, now }) =>
    listObserverImports(db, who.scope, now),
  )
  serve(server, observers.undoImport, (call) =>
    observerUndoer.begin(call, call.params.id, call.who.scope.ngoId),
  )
  serve(server, observers.startImport, async (call) => startImport(call, file, await orderOf(call)))
}

const exported = { act: 'observers.exported', subject: 'observers' } as const

/** Returns the ids it deleted: undoing restores exactly these. */
async function removeAll(call: ActorCall, ids: readonly Id<'observers'>[]) {
  const removed = await deleteObservers(call.db, call.who.scope, ids, call.now)
  const changes = removed.map(({ id, ...observer }) => ({
    subjectId: id,
    before: auditSnapshot(observer),
    ngoId: observer.ngoId,
  }))
  await recordChanges(call, 'observers.deleted', changes)
  return removed.map(({ id }) => id)
}

async function restoreAll(call: ActorCall, ids: readonly Id<'observers'>[]): Promise<number> {
  const back = await restoreObservers(call.db, call.who.scope, ids)
  const changes = back.map(({ id, ...observer }) => ({
    subjectId: id,
    after: auditSnapshot(observer),
    ngoId: observer.ngoId,
  }))
  await recordChanges(call, 'observers.restored', changes)
  return back.length
}

/** The organiser's own organisation unless another is named; an NGO's administrator has no choice. */
async function chooseNgo(
  { db, who }: ActorCall,
  wanted: Id<'ngos'> | undefined,
): Promise<Id<'ngos'>> {
  const ngoId = await findNgo(db, who.scope, wanted ?? who.ngoId)
  if (!ngoId) throw new Problem('thing.not-found')
  return ngoId
}

/** An observer that the caller may change, locked for this transaction. */
export async function findOne(
  { db, who }: ActorCall,
  id: Id<'observers'>,
  which = { isDeleted: false },
) {
  const observer = await lockObserver(db, who.scope, id, which)
  if (!observer) throw new Problem('thing.not-found')
  return observer
}

async function edit(secrets: Secrets, call: Call<typeof observers.edit>): Promise<boolean> {
  const { db, who, body, now } = call
  const { observerId, pin, isTest, revision } = body
  const change = {
    ...valuesIn(observerFields, body),
    ...(pin && pinColumns(secrets, pin)),
  }
  if (Object.keys(change).length === 0)
    throw new Problem('request.invalid', { errors: { name: ['Nothing is to be changed'] } })
  const before = await findOne(call, observerId)
  expectUnchanged(before, { ...change, ...(pin && { pin }) }, revision)
  await updateObserver(db, who.scope, before, { ...change, changing: who.name })
  if (pin) await revokeSessionsOf(db, who.scope.electionId, [observerId], now)
  if (isTest !== undefined && isTest !== before.isTest)
    await mark(db, who.scope.electionId, subject, [observerId])
  const { ngoId } = before
  const after = auditSnapshot({ ...before, ...change })
  await recordChange(call, 'observers.edited', observerId, {
    before: auditSnapshot(before),
    after,
    ngoId,
  })
  return true
}

/** The options and the organisation of an import. */
async function orderOf(call: Pick<Call<typeof observers.import>, 'db' | 'who' | 'now' | 'body'>) {
  const { ongId, ngoId, ...options } = call.body
  return { ...options, ngoId: await chooseNgo(call, ongId ?? ngoId) }
}

/** Never the pin, not even its hash. */
const auditSnapshot = ({ ngoId, ...facts }: ObserverFacts & Pick<Observer, 'ngoId'>) => ({
  ...factsIn(observerFields, facts),
  ngoId,
})
