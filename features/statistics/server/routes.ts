import { countPages } from '#kit/contract/page.ts'
import { serve } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { statistics } from '../contract.ts'
import { counts } from '../domain.ts'
import { listCounts, listQuarters } from './queries.ts'

export function statisticsRoutes(server: Server): void {
  serve(server, statistics.list, async ({ db, who, params, query }) => {
    const { data, totalItems } = await listCounts(db, who.scope, counts[params.method], query)
    return { data, ...countPages(query, totalItems) }
  })

  serve(server, statistics.trend, async ({ db, who, query, now }) => ({
    quarters: await listQuarters(db, who.scope, query.hours, now),
  }))
}
