import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { areaFinder, codeOr, type NamedArea } from '#features/places/naming-domain.ts'
import type { ParsedRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { PlannedRow } from '../../domain.ts'

/** Rows with the codes of the areas that they name; a name of no area, or of several, stays. */
export async function withAreaCodes(
  tx: Tx,
  electionId: Id<'elections'>,
  rows: readonly ParsedRow<PlannedRow>[],
): Promise<ParsedRow<PlannedRow>[]> {
  const { rows: areas } = await sql<NamedArea>`
    select m.code, m.name, c.code as county
      from areas m join areas c on c.election_id = m.election_id and c.id = m.county_id
     where m.election_id = ${electionId}`.execute(tx)
  const find = areaFinder(areas)
  const findCounty = areaFinder(areas.filter(({ code, county }) => code === county))
  return rows.map(({ line, value }) => {
    const countyCode = codeOr(findCounty(value.countyCode), value.countyCode)
    const { municipalityCode: area } = value
    const municipalityCode = area && codeOr(find(area, countyCode), area)
    return { line, value: { ...value, countyCode, municipalityCode } }
  })
}
