import { Problem } from '#kit/contract/problem.ts'
import { typedClock } from '#kit/contract/value/instant.ts'
import type { ClockTimes } from '#kit/server/election.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { elections } from '../contract.ts'
import { findTimezone } from './queries.ts'

/** The times that a change of the time zone would move. */
export function clockRoutes(server: Server, clockTimes: readonly ClockTimes[]): void {
  serve(server, elections.clockTimes, async ({ db, params: { id }, query }) => {
    const timezone = await findTimezone(db, id)
    if (timezone === undefined) throw new Problem('thing.not-found')
    const moved = []
    for (const { what, find } of clockTimes) {
      const zones = { from: timezone, to: query.timezone }
      const { count, first, skipped } = await find(db, id, zones)
      if (!first) continue
      const [was, becomes] = [typedClock(first, zones.from), typedClock(first, zones.to)]
      const named = skipped.first.map((one) => ({
        name: one.name,
        was: typedClock(one.at, zones.from),
        becomes: typedClock(one.becomes, zones.to),
      }))
      moved.push({ what, count, was, becomes, skipped: { count: skipped.count, first: named } })
    }
    return moved
  })
}
