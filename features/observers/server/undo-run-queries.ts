import * as z from 'zod'
import type { Database } from '#database/open.ts'
import { id } from '#kit/contract/id.ts'
import { announce } from '#kit/server/announce.ts'
import { record } from '#kit/server/history.ts'
import { holdElection } from '#kit/server/hold.ts'
import { job } from '#kit/server/jobs.ts'
import { recountLater } from '#kit/server/recount-later.ts'
import { restsAsLong } from '#kit/server/rest.ts'
import type { Clock } from '#kit/server/server.ts'
import { observersChanged } from '../contract.ts'
import { endUndoing, lockUndoing, undoSome } from './undo-queries.ts'

const Key = z.object({ electionId: id('elections'), importId: id('observerImports') })
const Asked = Key.extend({
  /** Who takes it back, as history names them. */
  actor: z.object({ role: z.string(), id: z.int().nullable(), name: z.string() }),
})

/** Takes an import back, in steps that hold nobody up. */
export const undoLater = job({ name: 'observers.undo-import', payload: Asked, tries: 6 })

/** Forgets what an import did, once it can no longer be taken back. */
export const forgetImport = job({ name: 'observers.forget-import', payload: Key, tries: 6 })

type Outside = { readonly database: Database; readonly clock: Clock }

/** Takes all of an import back that can be; begun again, it does the rest. */
export async function undoImport(
  outside: Outside,
  asked: z.output<typeof Asked>,
  signal: AbortSignal,
): Promise<void> {
  const rest = restsAsLong(signal)
  while (!(await undoStep(outside, asked))) await rest()
}

/** Whether nothing is left to be taken back. */
const undoStep = (
  { database, clock }: Outside,
  { electionId, importId, actor }: z.output<typeof Asked>,
): Promise<boolean> =>
  database.write(async (tx) => {
    await holdElection(tx, electionId)
    const key = { electionId, importId }
    const undoing = await lockUndoing(tx, key)
    if (!undoing) return true
    const now = clock()
    const isDone = (await undoSome(tx, key, undoing, now)) === 0
    if (isDone) {
      const after = await endUndoing(tx, key, now)
      const act = { act: 'observers.import-undone', subject: 'observers', subjectId: null }
      await record(tx, { electionId, at: now, actor, ...act, after })
      await recountLater(tx, electionId, ['observers', 'test-observers'])
    }
    await announce(tx, observersChanged, { electionId, ngoId: undoing.ngoId }, {})
    return isDone
  })
