import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { ParsedRow } from '#kit/contract/import/rows.ts'
import { folded } from '#kit/contract/value/folded.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { storedCodes } from '#kit/contract/value/tidy.ts'
import type { PlannedRow } from '../../domain.ts'

type Named = Columns<'areas', 'code' | 'name'> & { readonly county: string }

/**
 * Rows whose areas are named as people do, by a code in other capitals or by a name, with their codes. A municipality's
 * name is enough where no other one has it, in its county if that is said. What names none, or several, stays as it is.
 */
export async function withAreaCodes(
  tx: Tx,
  electionId: Id<'elections'>,
  rows: readonly ParsedRow<PlannedRow>[],
): Promise<ParsedRow<PlannedRow>[]> {
  const { rows: areas } = await sql<Named>`
    select m.code, m.name, c.code as county
      from areas m join areas c on c.election_id = m.election_id and c.id = m.county_id
     where m.election_id = ${electionId}`.execute(tx)
  const codeOf = finder(areas)
  const countyCodeOf = finder(areas.filter(({ code, county }) => code === county))
  return rows.map(({ line, value }) => {
    const countyCode = countyCodeOf(value.countyCode)
    const { municipalityCode: area } = value
    return {
      line,
      value: { ...value, countyCode, municipalityCode: area && codeOf(area, countyCode) },
    }
  })
}

/** By what is written, the codes of those that are meant: by their codes, or else by their names. */
function finder(areas: readonly Named[]) {
  const codes = new Set(areas.map(({ code }) => code))
  const stored = storedCodes(codes)
  const byCode = groupBy(areas, ({ code }) => folded(code))
  const byName = groupBy(areas, ({ name }) => folded(name))
  const only = (found: readonly Named[] = []) => (found.length === 1 ? found[0]?.code : undefined)
  return (tidy: string, county = ''): string => {
    const written = stored(tidy)
    if (codes.has(written)) return written
    const text = folded(written)
    const named = byName.get(text)
    return (
      only(byCode.get(text)) ??
      only(named?.filter((one) => county === '' || one.county === county)) ??
      written
    )
  }
}
