import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { countElsewhere } from '#features/assignments/server/elsewhere-queries.ts'
import { countDeployment, findNextDue } from '#features/milestones/server/deployment-queries.ts'
import { countExpected } from '#features/milestones/server/expected-queries.ts'
import { countUnsettled } from '#features/stations/server/difference-queries.ts'
import { countUnplaced } from '#features/unplaced/server/queries.ts'
import { listedReports } from '#features/visits/server/counted-queries.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { mostCounties, type Now, type NowCounty, silentMinutes } from '../contract.ts'
import { owedOf, worstCounties } from '../domain.ts'

/** What waits, as far as a caller may see it. */
export async function getNow(db: Db, scope: Scope, now: Date): Promise<Now> {
  const [silent, unmatched, differing, elsewhere, nextDueAt, counties] = await Promise.all([
    countExpected(db, scope, { silentMinutes }, now),
    countUnplaced(db, scope),
    countUnsettled(db, scope),
    countElsewhere(db, scope, {}, now),
    findNextDue(db, scope, now),
    listCounties(db, scope, now),
  ])
  return {
    ...{ silent, unmatched, differing, elsewhere, nextDueAt },
    // From the stored counts: by assignment, all that is owed would be read.
    due: counties.reduce((sum, one) => sum + one.due, 0),
    late: counties.reduce((sum, one) => sum + one.late, 0),
    hasCounties: counties.length > 0,
    counties: worstCounties(counties, mostCounties),
  }
}

type Counted = NowCounty & { readonly due: number }

/** All counties, from the stored counts. */
async function listCounties(db: Db, scope: Scope, now: Date): Promise<Counted[]> {
  const [deployment, reported] = await Promise.all([
    countDeployment(db, scope, { by: 'area' }, now),
    countReports(db, scope),
  ])
  const owed = new Map(
    deployment.map(({ id, milestones }) => [
      id as number,
      owedOf(milestones.map(({ counts }) => counts)),
    ]),
  )
  return reported.map((county) => {
    const { expected = 0, due = 0, late = 0 } = owed.get(county.id) ?? {}
    return { ...county, expected, due, late }
  })
}

type Reported = Omit<NowCounty, 'expected' | 'late'>

/** Reports, and those with a flagged answer, of each county; from the stored counts, as in the lists of reports. */
export async function countReports(db: Db, scope: Scope): Promise<Reported[]> {
  const { electionId, ngoId } = scope
  const { rows } = await sql<Reported>`
    select c.id, c.code, c.name, greatest(0, coalesce(sum(v.reported), 0))::integer as reports,
           coalesce(sum(v.flagged), 0)::integer as flagged
      from elections e
      join areas c on c.election_id = e.id and c.level = e.county_level
      left join (${listedReports(electionId)}) v on v.county_id = c.id
           and (${ngoId}::integer is null or v.ngo_id = ${ngoId})
     where e.id = ${electionId} ${andInCounties(scope, sql`c.id`)}
     group by c.id, c.code, c.name, c.position
     order by c.position, c.id`.execute(db)
  return rows
}
