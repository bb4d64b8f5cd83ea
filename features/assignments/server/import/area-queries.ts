import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { areaFinder, codeOr, labelKey, type NamedArea } from '#features/places/naming-domain.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { ParsedRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { PlannedRow } from '../../domain.ts'

type Rows = readonly ParsedRow<PlannedRow>[]

/** Replaces names in rows by codes and numbers. Unknown and ambiguous names stay. */
export async function withCodes(
  tx: Tx,
  electionId: Id<'elections'>,
  rows: Rows,
): Promise<ParsedRow<PlannedRow>[]> {
  const { rows: areas } = await sql<NamedArea>`
    select m.code, m.name, c.code as county
      from areas m join areas c on c.election_id = m.election_id and c.id = m.county_id
     where m.election_id = ${electionId}`.execute(tx)
  const find = areaFinder(areas)
  const findCounty = areaFinder(areas.filter(({ code, county }) => code === county))
  const coded = rows.map(({ line, value }) => {
    const county = findCounty(value.countyCode)
    const countyCode = codeOr(county, value.countyCode)
    const { municipalityCode: area } = value
    const meant = area === undefined ? county : find(area, countyCode)
    const municipalityCode = area && codeOr(meant, area)
    const several = meant && 'several' in meant ? (area ?? value.countyCode) : undefined
    return { line, value: { ...value, countyCode, municipalityCode, several } }
  })
  return withNumbers(tx, electionId, coded)
}

/** The stations that rows name by labels. */
async function withNumbers(tx: Tx, electionId: Id<'elections'>, rows: Rows) {
  if (rows.every(({ value }) => value.label === undefined)) return [...rows]
  const { rows: stations } = await sql<Labelled>`
    select s.label, a.code as area, c.code as county, s.number, s.counted_as
      from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
      join areas c on c.election_id = s.election_id and c.id = s.county_id
     where s.election_id = ${electionId} and s.label <> ''`.execute(tx)
  const byLabel = groupBy(stations, ({ label }) => labelKey(label))
  return rows.map(({ line, value }) => {
    const { countyCode, municipalityCode, label } = value
    if (label === undefined) return { line, value }
    const found = (byLabel.get(labelKey(label)) ?? []).filter(({ area, county }) =>
      municipalityCode ? area === municipalityCode : county === countyCode,
    )
    const [one] = found
    if (!one) return { line, value }
    const isOne = new Set(found.map(({ countedAs }) => countedAs)).size === 1
    if (!isOne) return { line, value: { ...value, isVague: true } }
    const at = { municipalityCode: one.area, pollingStationNumber: one.number }
    return { line, value: { ...value, ...at } }
  })
}

type Labelled = {
  readonly label: string
  readonly area: string
  readonly county: string
  readonly number: number
  readonly countedAs: number
}
