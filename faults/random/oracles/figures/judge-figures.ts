import { becomesTrue } from '#database/embedded/postmaster.ts'
import type { Database, Db } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { listMarked } from '#kit/server/projections/project.ts'
import type { Finding } from '../../trace.ts'
import { figuresAreTrue, figuresOf } from './figures.ts'
import { owedAsModelled, owedFigures } from './owed-oracle.ts'
import { readExpectations, readFigures, readOwedFigures } from './product-figures.ts'
import { readSources } from './sources.ts'

/** How long the projector may take to count what came last, in milliseconds. */
const patienceMs = 60_000

/** The figures of each election are those of a model that knows its sources and none of its projections. */
export async function judgeFigures(database: Database): Promise<Finding[]> {
  const elections = await database.primary
    .selectFrom('elections')
    .select('id')
    .where((where) => where.or([where('emptying', 'is', null), where('emptying', '=', 'reports')]))
    .execute()
  const found: Finding[] = []
  for (const { id } of elections) found.push(...(await judgeElection(database, id)))
  return found
}

async function judgeElection(database: Database, id: Id<'elections'>): Promise<Finding[]> {
  let found: Finding[] = []
  const isCounted = () =>
    database.snapshot(async (db) => {
      if ((await listMarked(db)).includes(id)) return false
      found = await compareFigures(db, id)
      return true
    })
  if (await becomesTrue(isCounted, patienceMs)) return found
  return [{ oracle: 'everything is counted', what: `election ${id} is still marked`, about: [] }]
}

async function compareFigures(db: Db, id: Id<'elections'>): Promise<Finding[]> {
  const sources = await readSources(db, id)
  const expectations = await readExpectations(db, id)
  return [
    ...figuresAreTrue(id, await readFigures(db, id), figuresOf(sources)),
    ...owedAsModelled(id, sources, expectations),
    ...figuresAreTrue(id, await readOwedFigures(db, id), owedFigures(sources, expectations)),
  ]
}
