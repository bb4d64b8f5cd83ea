import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import { id } from '#kit/contract/id.ts'
import { announce } from '#kit/server/announce.ts'
import { record } from '#kit/server/history.ts'
import { job, type Run, type Worker, worker } from '#kit/server/jobs.ts'
import { recountLater } from '#kit/server/recount-later.ts'
import type { Clock } from '#kit/server/server.ts'
import { erasingMoved } from '../contract.ts'
import { addErased, type Erased, endErasing, eraseSome, eraseTraces } from './erase-queries.ts'
import { getCurrentElection, lockErasing } from './queries.ts'

const payload = z.object({
  electionId: id('elections'),
  /** Who asked for it, as history names them. */
  actor: z.object({ role: z.string(), id: z.int(), name: z.string() }),
})
type Payload = z.output<typeof payload>

/** Erases who observed an election. A restart of the server counts as a try. */
export const erasePeople = job({ name: 'elections.erase-people', payload, tries: 6 })

/** Its process died each time. What is erased is erased, and the rest can be asked for again. */
const giveUp = job({ name: 'elections.give-up-erasing', payload, tries: 6 })

type Outside = { readonly database: Database; readonly clock: Clock }
type Erasing = Run<typeof payload>

export const electionWorkers = (outside: Outside): readonly Worker[] => [
  worker(erasePeople, (run) => eraseAll(outside, run)),
  worker(giveUp, ({ payload: { electionId } }) =>
    outside.database.write(async (tx) => {
      if (await lockErasing(tx, electionId)) await endErasing(tx, electionId)
      await tellScreens(tx)
    }),
  ),
]

/**
 * One portion after the other, until there is none left or somebody has stopped it. Nothing is
 * remembered but what is erased: whoever comes next, after a crash or elsewhere, goes on with the rest.
 */
async function eraseAll({ database, clock }: Outside, { payload, signal }: Erasing): Promise<void> {
  const { electionId } = payload
  const isMine = await database.write(async (tx) => {
    const isErasing = await lockErasing(tx, electionId)
    if (isErasing) await eraseTraces(tx, electionId)
    return isErasing
  })
  let reached: number | undefined = isMine ? 0 : undefined
  while (reached !== undefined) {
    signal.throwIfAborted()
    const from = reached
    reached = await database.write((tx) => eraseOnce(tx, payload, from, clock()))
  }
}

/** The line of history that was reached; undefined when there is nothing more to do. */
async function eraseOnce(
  tx: Tx,
  { electionId, actor }: Payload,
  afterLine: number,
  now: Date,
): Promise<number | undefined> {
  if (!(await lockErasing(tx, electionId))) return undefined
  const { lastLine, ...after } = await eraseSome(tx, electionId, afterLine)
  if (after.observers + after.lines > 0) {
    await tellOf(tx, { electionId, actor }, after, now)
    await tellScreens(tx)
    return lastLine
  }
  // What was committed late, under a lower number, is found from the beginning.
  if (afterLine > 0) return 0
  await endErasing(tx, electionId, now)
  await recountLater(tx, electionId, ['observers'])
  await tellScreens(tx)
  return undefined
}

/** The act says how many lines it touched, in their transaction: so the proof fits at any moment. */
async function tellOf(
  tx: Tx,
  { electionId: subjectId, actor }: Payload,
  after: Erased,
  at: Date,
): Promise<void> {
  await addErased(tx, subjectId, after.observers + after.lines)
  const { id: electionId } = await getCurrentElection(tx)
  const act = 'elections.people-erased'
  await record(tx, { electionId, at, actor, act, subject: 'elections', subjectId, after })
}

/** Screens belong to the current election, whichever is erased from. */
async function tellScreens(tx: Tx): Promise<void> {
  const { id: electionId } = await getCurrentElection(tx)
  await announce(tx, erasingMoved, { electionId, ngoId: null }, {})
}
