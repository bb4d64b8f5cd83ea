import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { incidents, incidentsChanged } from '../contract.ts'
import { isEnded } from '../domain.ts'
import {
  expectUnmerged,
  getNumber,
  isTarget,
  listTargets,
  lockBoth,
  setMerged,
} from './merge-queries.ts'
import type { StoredIncident } from './queries.ts'
import { lockIncident } from './writing-queries.ts'

const recordChange = changeRecorder('incidents', incidentsChanged, 'own organisation')

const invalid = (reason: string) => new Problem('request.invalid', { errors: { into: [reason] } })

/** Refuses to merge an incident into one that cannot replace it. */
function expectFitting(one: StoredIncident, into: StoredIncident): void {
  if (one.id === into.id) throw invalid('Is the same incident')
  if (one.ngoId !== into.ngoId) throw invalid('Belongs to another organisation')
  // Accounts limited to its county would see neither it nor the other one.
  if (one.inCounty !== null && one.inCounty !== into.inCounty)
    throw invalid('Is in another county: change the place of one of them first')
  if (isEnded(into.state) && !isEnded(one.state))
    throw invalid('Is closed, while this one is open: open it first')
  for (const each of [one, into]) expectUnmerged(each)
}

export function mergeRoutes(server: Server): void {
  serve(server, incidents.listTargets, ({ db, who, params, query }) =>
    listTargets(db, who.scope, params.id, query.search.trim()),
  )

  // Merges are one level deep: a merged incident is never a merge target, and a target is never merged.
  serve(server, incidents.merge, async (call) => {
    const { db, who, params, body } = call
    const [one, into] = await lockBoth(db, who.scope, params.id, body.into)
    if (one.mergedInto === into.id) return {}
    expectFitting(one, into)
    if (await isTarget(db, who.scope, one.id))
      throw invalid('Other incidents are merged into this one: part them first')
    await setMerged(db, who.scope, one.id, into.id, who.name)
    const { ngoId } = one
    await recordChange(call, 'incidents.merged', one.id, {
      ...{ after: { mergedInto: into.number }, ngoId },
    })
    await recordChange(call, 'incidents.merged', into.id, { after: { merged: one.number }, ngoId })
    return {}
  })

  serve(server, incidents.part, async (call) => {
    const { db, who, params } = call
    const { id, ngoId, number, mergedInto } = await lockIncident(db, who.scope, params.id)
    if (mergedInto === null) return {}
    // Also where it was moved out of the caller's counties since.
    const target = await getNumber(db, who.scope, mergedInto)
    await setMerged(db, who.scope, id, null, who.name)
    const before = { mergedInto: target.number }
    await recordChange(call, 'incidents.parted', id, { before, ngoId })
    await recordChange(call, 'incidents.parted', target.id, { before: { merged: number }, ngoId })
    return {}
  })
}
