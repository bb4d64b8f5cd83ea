import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '#database/open.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import { enqueue, job } from '#kit/server/jobs/jobs.ts'

/** Few enough stations that nobody who reports meanwhile waits noticeably. */
export const stationsAtOnce = 100

/** Works out anew what is owed, a hundred stations at a time: at these, or for the whole plan. */
export const expectLater = job({
  name: 'assignments.expect',
  payload: z.object({
    electionId: id('elections'),
    stationIds: z.array(id('pollingStations')).optional(),
  }),
  tries: 6,
})

/** Works out anew what is owed at these stations, in this transaction: whoever reports waits for it. */
export async function expectAt(
  tx: Tx,
  electionId: Id<'elections'>,
  stationIds: readonly Id<'pollingStations'>[],
): Promise<void> {
  await sql`select expect_at(${electionId}, ${[...new Set(stationIds)]}::integer[])`.execute(tx)
}

/** At these stations: at once, or, where there are more than a hundred, in the background. */
export async function expectWithin(
  tx: Tx,
  electionId: Id<'elections'>,
  stationIds: readonly Id<'pollingStations'>[],
): Promise<void> {
  if (stationIds.length === 0) return
  if (stationIds.length <= stationsAtOnce) await expectAt(tx, electionId, stationIds)
  else await enqueue(tx, expectLater, { electionId, stationIds: [...stationIds] })
}

/** No work on the plan is pending: what is owed is worked out in steps, and may lag behind until then. */
export const settled = (electionId: number) => sql`
  not exists (select from jobs j where j.name = 'assignments.expect'
                                   and (j.payload ->> 'electionId')::integer = ${electionId})`
