import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { incidents, incidentsChanged } from '../contract.ts'
import type { ReportKey } from '../incident-contract.ts'
import { expectUnmerged } from './merge-queries.ts'
import { findNote, findVisit } from './queries.ts'
import { deleteLinks, insertLink, type Linked, lockIncident } from './writing-queries.ts'

const recordChange = changeRecorder('incidents', incidentsChanged, 'own organisation')

/** Links reports and notes to incidents. */
export function linkRoutes(server: Server): void {
  serve(server, incidents.link, async (call) => {
    await link(call, 'incidents.report-linked', { report: call.body }, () =>
      getVisit(call, call.body),
    )
    return {}
  })
  serve(server, incidents.linkNote, async (call) => {
    await link(call, 'incidents.note-linked', call.body, () => getNote(call, call.body.noteId))
    return {}
  })
  serve(server, incidents.unlink, async (call) => {
    await unlink(call, 'incidents.report-unlinked', { report: call.query }, () =>
      getVisit(call, call.query),
    )
    return {}
  })
  serve(server, incidents.unlinkNote, async (call) => {
    await unlink(call, 'incidents.note-unlinked', call.query, () =>
      getNote(call, call.query.noteId),
    )
    return {}
  })
}

/** @throws Problem `thing.not-found` where the caller does not see the report */
export async function getVisit({ db, who }: ActorCall, report: ReportKey): Promise<Linked> {
  const visit = await findVisit(db, who.scope, report)
  if (!visit) throw new Problem('thing.not-found')
  return { visitId: visit.id }
}

/** @throws Problem `thing.not-found` where the caller does not see the note */
export async function getNote({ db, who }: ActorCall, noteId: Id<'notes'>): Promise<Linked> {
  if (!(await findNote(db, who.scope, noteId))) throw new Problem('thing.not-found')
  return { noteId }
}

type Linking = ActorCall & { readonly params: { readonly id: Id<'incidents'> } }

async function link(
  call: Linking,
  act: string,
  after: object,
  get: () => Promise<Linked>,
): Promise<void> {
  const { db, who, params } = call
  const { id, ngoId, mergedInto } = await lockIncident(db, who.scope, params.id)
  expectUnmerged({ mergedInto })
  if (await insertLink(db, who.scope, id, await get()))
    await recordChange(call, act, id, { after, ngoId })
}

/** The link may be that of an incident merged into this one. */
async function unlink(
  call: Linking,
  act: string,
  before: object,
  get: () => Promise<Linked>,
): Promise<void> {
  const { db, who, params } = call
  const { id, ngoId, mergedInto } = await lockIncident(db, who.scope, params.id)
  expectUnmerged({ mergedInto })
  const unlinked = await deleteLinks(db, who.scope, id, await get())
  if (unlinked.length === 0) throw new Problem('thing.not-found')
  for (const one of unlinked) await recordChange(call, act, one, { before, ngoId })
}
