import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { WrongRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type KnownStation, LabelledStations, type NumberedStation } from '../../label-domain.ts'
import type { StationDraft } from '../../row-domain.ts'
import { holdsStations, type Levels } from '../queries.ts'

/** The stations of these areas, with their labels. */
export async function listLabels(
  tx: Tx,
  electionId: Id<'elections'>,
  levels: Levels,
  areaCodes: readonly string[],
): Promise<readonly KnownStation[]> {
  if (areaCodes.length === 0) return []
  const { rows } = await sql<KnownStation>`
    select a.code as area_code, s.number, s.label
      from areas a
      join polling_stations s on s.election_id = a.election_id and s.area_id = a.id
     where a.election_id = ${electionId} and a.code = any(${areaCodes}::text[]) and ${holdsStations(levels)}`.execute(
    tx,
  )
  return rows
}

/** The stations of a file with their numbers: a label that is stored keeps its number, a new one gets the next. */
export async function withStationNumbers(
  tx: Tx,
  electionId: Id<'elections'>,
  levels: Levels,
  stations: readonly NumberedStation[],
  wrong: WrongRow[],
): Promise<StationDraft[]> {
  const named = stations.map(({ isGiven, ...one }) =>
    isGiven ? { ...one, number: undefined } : one,
  )
  const labelled = new LabelledStations()
  labelled.note(named)
  const codes = stations.flatMap((one) => (one.label === undefined ? [] : [one.areaCode]))
  labelled.know(await listLabels(tx, electionId, levels, [...new Set(codes)]))
  return named.flatMap((one) => {
    const station = labelled.numbered(one)
    if (!('why' in station)) return [station]
    wrong.push({ file: 'polling-stations.csv', line: 0, faults: [station.why] })
    return []
  })
}
