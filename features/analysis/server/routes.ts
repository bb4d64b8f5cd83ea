import { countPages } from '#kit/contract/page.ts'
import { serve, serveCoalesced } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { analysis } from '../contract.ts'
import { distributionOf, groupsOf, sectionsOf } from '../domain.ts'
import { findKind, getVersions, listCounts, listGroups } from './queries.ts'
import { listTexts } from './text-queries.ts'
import { findMedians, findValues, listOutliers } from './value-queries.ts'

export function analysisRoutes(server: Server): void {
  serve(server, analysis.form, async ({ db, who, params }) =>
    sectionsOf(await getVersions(db, who.scope, params.formId)),
  )

  serveCoalesced(
    server,
    analysis.count,
    ({ who: { scope, timezone }, params, query: filter }) => ({
      ...{ scope, timezone, filter },
      ...params,
    }),
    async (db, question) => {
      const request = { ...question, kind: await findKind(db, question) }
      return {
        ...distributionOf(await listCounts(db, request)),
        values: await findValues(db, request),
      }
    },
  )

  serveCoalesced(
    server,
    analysis.breakDown,
    ({ who: { scope, timezone }, params, query: filter }) => ({
      ...{ scope, timezone, filter },
      ...params,
    }),
    async (db, { dimension, ...question }) => {
      const request = { ...question, kind: await findKind(db, question) }
      const medians = await findMedians(db, request, dimension)
      return { groups: groupsOf(await listGroups(db, request, dimension), medians) }
    },
  )

  serve(server, analysis.outliers, async ({ db, who, params, query }) => {
    const { page, pageSize, ...filter } = query
    const { scope, timezone } = who
    const question = { scope, timezone, filter, ...params }
    const request = { ...question, kind: await findKind(db, question) }
    const { data, totalItems } = await listOutliers(db, request, { page, pageSize })
    return { data, ...countPages(query, totalItems) }
  })

  serve(server, analysis.texts, async ({ db, who, params, query }) => {
    const { page, pageSize, search, ...filter } = query
    const { scope, timezone } = who
    const request = { scope, timezone, filter, ...params }
    const { data, totalItems } = await listTexts(db, request, { page, pageSize, search })
    return { data, ...countPages(query, totalItems) }
  })
}
