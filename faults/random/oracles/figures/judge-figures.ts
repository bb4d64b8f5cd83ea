import { becomesTrue } from '#database/embedded/postmaster.ts'
import type { Database, Db } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { listMarked } from '#kit/server/projections/project.ts'
import type { Finding } from '../../trace.ts'
import { figuresAreTrue, figuresOf } from './figures.ts'
import { owedAsModelled, owedFigures } from './owed-oracle.ts'
import { readExpectations, readFigures, readOwedFigures } from './product-figures.ts'
import { readSources } from './sources.ts'

/** How long the projector may take to count the last reports, in milliseconds. */
const patienceMs = 60_000

/** The number of compared figures: a run that compares none proves nothing. */
export type Compared = { readonly figures: number; readonly owed: number }

type Judged = Compared & { readonly findings: readonly Finding[] }

/** Each election's figures equal those of a model that reads the sources and no projection. */
export async function judgeFigures(database: Database): Promise<Judged> {
  const elections = await database.primary
    .selectFrom('elections')
    .select('id')
    .where((where) => where.or([where('emptying', 'is', null), where('emptying', '=', 'reports')]))
    .execute()
  const each: Judged[] = []
  for (const { id } of elections) each.push(await judgeElection(database, id))
  return {
    findings: each.flatMap(({ findings }) => findings),
    figures: each.reduce((sum, { figures }) => sum + figures, 0),
    owed: each.reduce((sum, { owed }) => sum + owed, 0),
  }
}

async function judgeElection(database: Database, id: Id<'elections'>): Promise<Judged> {
  let judged: Judged | undefined
  const isCounted = () =>
    database.snapshot(async (db) => {
      if ((await listMarked(db)).includes(id)) return false
      judged = await compareFigures(db, id)
      return true
    })
  await becomesTrue(isCounted, patienceMs)
  const what = `election ${id} is still marked`
  return (
    judged ?? {
      findings: [{ oracle: 'everything is counted', what, about: [] }],
      figures: 0,
      owed: 0,
    }
  )
}

async function compareFigures(db: Db, id: Id<'elections'>): Promise<Judged> {
  const sources = await readSources(db, id)
  const expectations = await readExpectations(db, id)
  const figures = await readFigures(db, id)
  const owed = await readOwedFigures(db, id)
  return {
    findings: [
      ...figuresAreTrue(id, figures, figuresOf(sources)),
      ...owedAsModelled(id, sources, expectations),
      ...figuresAreTrue(id, owed, owedFigures(sources, expectations)),
    ],
    figures: figures.size + owed.size,
    owed: expectations.length,
  }
}
