import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { incidents, incidentsChanged } from '../contract.ts'
import { keyOf } from '../suggestion-domain.ts'
import {
  deleteDismissal,
  insertDismissal,
  listClusters,
  toSuggestions,
} from './suggestion-queries.ts'

const recordChange = changeRecorder('incidents', incidentsChanged, 'own organisation')

export function suggestionRoutes(server: Server): void {
  serve(server, incidents.listSuggestions, async ({ db, who, now }) =>
    toSuggestions(db, who.scope, await listClusters(db, who, now)),
  )

  serve(server, incidents.dismissSuggestion, async (call) => {
    const { db, who, now, body } = call
    const { pollingStationId, countyId, questionId, until } = body
    const placeId = questionId === null ? pollingStationId : countyId
    const shown = (await listClusters(db, who, now)).map(keyOf)
    if (placeId === null || !shown.includes(keyOf({ placeId, questionId })))
      throw new Problem('thing.not-found')
    const dismissal = { placeId, questionId, untilAt: until < now ? until : now }
    const id = await insertDismissal(db, who, dismissal)
    await recordChange(call, 'incidents.suggestion-dismissed', null, { after: dismissal })
    return id
  })

  serve(server, incidents.restoreSuggestion, async (call) => {
    const { db, who, params } = call
    const before = await deleteDismissal(db, who, params.id)
    if (!before) throw new Problem('thing.not-found')
    await recordChange(call, 'incidents.suggestion-restored', null, { before })
    return {}
  })
}
