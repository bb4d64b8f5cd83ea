import { countPages } from '#kit/contract/page.ts'
import { serve, serveCoalesced } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { statistics } from '../contract.ts'
import { counts } from '../domain.ts'
import { coverageRoutes } from './coverage-routes.ts'
import { listCounts, listQuarters } from './queries.ts'

export function statisticsRoutes(server: Server): void {
  serveCoalesced(
    server,
    statistics.list,
    ({ who, params, query }) => ({ scope: who.scope, count: counts[params.method], query }),
    async (db, { scope, count, query }) => {
      const { data, totalItems } = await listCounts(db, scope, count, query)
      return { data, ...countPages(query, totalItems) }
    },
  )

  serve(server, statistics.trend, async ({ db, who, query, now }) => ({
    quarters: await listQuarters(db, who.scope, query, now),
  }))
  coverageRoutes(server)
}
