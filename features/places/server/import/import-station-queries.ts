import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { analyzeAsTheyGrow } from '#database/statistics.ts'
import type { ImportContext, ImportFile } from '#features/tasks/server/import/file-queries.ts'
import { AskedImport } from '#features/tasks/server/runs.ts'
import { fault } from '#kit/contract/import/fault.ts'
import type { ParsedRow, WrongRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type CheckedRow, differing, type ImportSteps } from '#kit/server/sheets/import.ts'
import type { RowWarning } from '#kit/server/sheets/warnings.ts'
import { neededOfStations, stationHeadings } from '../../columns.ts'
import { LabelledStations, type NumberedStation } from '../../label-domain.ts'
import { explainStation, faultOfDoubt } from '../../reason-domain.ts'
import {
  type Leaves,
  type NamedStation,
  type StationDraft,
  stationReader,
} from '../../row-domain.ts'
import { doubter } from '../../whereabouts-domain.ts'
import { getLevels, holdsStations, type Levels } from '../queries.ts'
import {
  type LocatedStation,
  listLocated,
  type Outlines,
  type ReadOutlines,
  readHomes,
} from '../whereabouts-queries.ts'
import { markPlaces, placeUndoer } from './imported-queries.ts'
import { listLabels } from './label-queries.ts'
import {
  comparedFields,
  compareStations,
  type StationFate,
  upsertStations,
} from './load-queries.ts'

type ElectionId = Id<'elections'>

/**
 * A file of polling stations; a known one gets the file's values.
 * @param readOutlines reads outlines for checking coordinates, if there are any
 */
export const stationImport = (readOutlines?: ReadOutlines): ImportFile => ({
  kind: 'stations',
  act: 'places.stations-imported',
  request: AskedImport,
  undoer: placeUndoer,
  explain: explainStation,
  steps: (into) => stepsOf(into, readOutlines),
  stored: markPlaces,
})

async function stepsOf(
  into: ImportContext,
  readOutlines?: ReadOutlines,
): Promise<ImportSteps<NamedStation, NumberedStation>> {
  const { tx, who, electionId, importId, file } = into
  const outlines = importId === undefined ? await readOutlines?.(tx, who.scope) : undefined
  const levels = await getLevels(tx, electionId)
  const leaves = await readLeaves(tx, electionId, levels)
  const analyze = analyzeAsTheyGrow(['polling_stations'])
  const doubts = outlines && (await readDoubts(tx, electionId, outlines, leaves))
  const labelled = new LabelledStations()
  const read = stationReader(file, leaves)
  return {
    headings: stationHeadings,
    needed: neededOfStations,
    secret: [],
    read: (...given) => {
      const rows = read(...given)
      labelled.note(rows.map(({ value }) => value))
      return rows
    },
    judge: async (named, wrong) => {
      const rows = await withNumbers(tx, { ...into, levels, labelled }, named, wrong)
      const drafts = rows.map(({ value }) => value)
      const fates = await compareStations(tx, electionId, levels, drafts)
      doubts?.add(drafts)
      return rows.map((row, index) => ({ ...judgedBy(fates[index]), ...row }))
    },
    warn: (rows) => [...(doubts?.find(rows) ?? []), ...rows.flatMap(given)],
    store: async (rows) => {
      const drafts = rows.map(({ value }) => value)
      const stored = await upsertStations(tx, into, levels, drafts)
      await analyze(tx, stored.added)
      return stored
    },
  }
}

const given = ({ line, value, fate }: CheckedRow<NumberedStation>): RowWarning[] =>
  value.isGiven && fate === 'added' ? [{ line, fault: fault('number.given') }] : []

type Labels = Pick<ImportContext, 'electionId' | 'file'> & {
  readonly levels: Levels
  readonly labelled: LabelledStations
}

async function withNumbers(
  tx: Tx,
  { electionId, file, levels, labelled }: Labels,
  rows: readonly ParsedRow<NamedStation>[],
  wrong: WrongRow[],
): Promise<ParsedRow<NumberedStation>[]> {
  const named = rows.filter(({ value }) => value.label !== undefined)
  const codes = [...new Set(named.map(({ value }) => value.areaCode))]
  labelled.know(await listLabels(tx, electionId, levels, codes))
  return rows.flatMap(({ line, value }) => {
    const station = labelled.numbered(value)
    if (!('why' in station)) return [{ line, value: station }]
    wrong.push({ file, line, faults: [station.why] })
    return []
  })
}

/** The coordinates of the stations after the import, and likely mistakes in them. */
async function readDoubts(tx: Tx, electionId: ElectionId, outlines: Outlines, leaves: Leaves) {
  const homes = await readHomes(tx, electionId, outlines)
  const located = new Map(
    (await listLocated(tx, electionId)).map((one) => [`${one.area} ${one.number}`, one]),
  )
  const placedBy = (draft: StationDraft): LocatedStation | undefined => {
    const { areaCode: area, number, latitude, longitude } = draft
    if (latitude === undefined || longitude === undefined) return undefined
    const address = draft.address || draft.name || located.get(`${area} ${number}`)?.address
    return {
      ...{ area, number, address: address ?? String(number) },
      ...{ county: leaves.get(area)?.countyCode ?? '', at: { latitude, longitude } },
    }
  }
  let doubtOf: ReturnType<typeof doubter> | undefined
  return {
    add: (drafts: readonly StationDraft[]) => {
      for (const one of drafts.flatMap((draft) => placedBy(draft) ?? []))
        located.set(`${one.area} ${one.number}`, one)
    },
    find: (rows: readonly ParsedRow<StationDraft>[]): RowWarning[] => {
      doubtOf ??= doubter(homes, [...located.values()])
      return rows.flatMap(({ line, value }) => {
        const placed = placedBy(value)
        const doubt = placed && doubtOf?.(placed)
        if (!doubt) return []
        return [{ line, fault: faultOfDoubt(doubt, homes.get(placed.county)?.name ?? '') }]
      })
    },
  }
}

function judgedBy(found: StationFate | undefined): Pick<CheckedRow<unknown>, 'fate' | 'changes'> {
  if (found?.fate !== 'changed') return { fate: found?.fate ?? 'unchanged' }
  const { fate, was, becomes } = found
  const named = (facts: typeof was) =>
    Object.fromEntries(comparedFields.map((field, place) => [field, facts[place] ?? null]))
  return { fate, changes: differing(named(was), named(becomes)) }
}

/** The areas that hold stations. Locked, so that none is deleted while its stations are added. */
async function readLeaves(tx: Tx, electionId: ElectionId, levels: Levels): Promise<Leaves> {
  const { rows } = await sql<
    Columns<'areas', 'code' | 'name'> & {
      readonly countyCode: Column<'areas', 'code'>
      readonly countyName: Column<'areas', 'name'>
    }
  >`
    select a.code, a.name, c.code as county_code, c.name as county_name
      from areas a join areas c on c.election_id = a.election_id and c.id = a.county_id
     where a.election_id = ${electionId} and ${holdsStations(levels)}
       for key share of a`.execute(tx)
  return new Map(rows.map(({ code, ...of }) => [code, of]))
}
