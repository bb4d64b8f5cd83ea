import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import { record } from '#kit/server/history/history.ts'
import { job, type Worker, worker } from '#kit/server/jobs/jobs.ts'
import { forgetOldFailures, type RefusedAttempts, takeRefused } from './tries/refused-queries.ts'

/** Records refusals of a past quarter of an hour in history. */
export const refusedRecorder = job({
  name: 'session.tell-refused',
  payload: z.object({}),
  tries: 6,
})

/** As many lines as one transaction writes in a moment. */
const batch = 500

export const sessionWorkers = ({
  database,
}: {
  readonly database: Database
}): readonly Worker[] => [
  worker(refusedRecorder, async ({ now, signal }) => {
    for (let count = batch; count === batch && !signal.aborted; )
      count = await database.write(async (tx) => {
        const refused = await takeRefused(tx, now, batch)
        for (const one of refused) await recordRefused(tx, now, one)
        return refused.length
      })
    await database.write((tx) => forgetOldFailures(tx, now))
  }),
]

/** Refusals of a quarter of an hour become one line: an attack must not bury the acts of people. */
const recordRefused = (tx: Tx, at: Date, { beganAt, name, electionId, tries }: RefusedAttempts) =>
  record(tx, {
    electionId,
    at,
    actor: { role: 'stranger', id: null, name },
    act: 'session.refused',
    subject: 'stranger',
    subjectId: null,
    after: { tries, from: beganAt.toISOString() },
  })
