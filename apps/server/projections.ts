import type { Database } from '#database/open.ts'
import { isCounted, listElectionIds } from '#features/elections/server/queries.ts'
import { markEverything } from '#kit/server/projections/mark.ts'
import type { Projections } from '#kit/server/projections/projection.ts'
import { type Difference, recount } from '#kit/server/projections/recount.ts'
import { features } from './features.ts'

/** Everything that the projector keeps, in the features' order. */
export const projections: Projections = {
  isCounted,
  spreads: features.flatMap(({ spreads = [] }) => spreads),
  steps: features.flatMap(({ projections: own = [] }) => own),
}

/** Every row that differs from what is counted, once all marks are counted. */
export async function miscounted(database: Database): Promise<Difference[]> {
  const found: Difference[] = []
  const elections = await listElectionIds(database.primary)
  for await (const one of recount(database, projections, { elections })) found.push(one)
  return found
}

/** Has everything counted again: after an upgrade or a restore. */
export async function countAgain(database: Database): Promise<void> {
  // Subjects that spread to the same keys are counted along with them.
  const spread = new Set(projections.spreads.flatMap(({ to, keys }) => (keys ? [] : [to.name])))
  const all = [
    ...projections.steps.map(({ of }) => of),
    ...projections.spreads.map(({ from }) => from),
  ]
  const subjects = all.filter(({ name }) => !spread.has(name))
  await database.write(async (tx) => markEverything(tx, await listElectionIds(tx), subjects))
}
